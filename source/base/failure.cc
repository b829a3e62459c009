// SPDX-License-Identifier: Apache-2.0
// The table of exceptions and exit codes.
#include <rivlin/base/failure.h>

#include <rivlin/base/error.h>
#include <rivlin/base/interruption.h>
#include <rivlin/base/out_of_memory.h>

#include <filesystem>
#include <new>

namespace rivlin
{
  Failure failure_of(const std::exception_ptr &exception)
  {
    try
      {
        std::rethrow_exception(exception);
      }
    catch (const Error &error)
      {
        return {2, error.what()};
      }
    catch (const std::filesystem::filesystem_error &error)
      {
        return {2,
                std::string("A file or folder cannot be changed: ") +
                  error.what() + ". Check its rights and the free space."};
      }
    catch (const ComputationFailed &error)
      {
        return {1, error.what()};
      }
    catch (const Interrupted &error)
      {
        return {128 + error.signal, error.what()};
      }
    catch (const OutOfMemory &error)
      {
        return {1, error.what()};
      }
    catch (const std::bad_alloc &)
      {
        return {1, OutOfMemory("working").what()};
      }
    catch (const std::exception &error)
      {
        return {3, error.what()};
      }
    catch (...)
      {
        return {3, "an exception of unknown kind"};
      }
  }

  void throw_failure(const Failure &failure)
  {
    if (failure.exit_code == 1)
      throw ComputationFailed(failure.message);
    if (failure.exit_code == 2)
      throw Error(failure.message);
    if (failure.exit_code > 128)
      throw Interrupted(failure.message, failure.exit_code - 128);
    throw std::runtime_error(failure.message);
  }
} // namespace rivlin

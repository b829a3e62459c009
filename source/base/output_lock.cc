// SPDX-License-Identifier: Apache-2.0
// A lock is a small text file. It appears with its content (link fails where
// the name exists); who looks at an old one holds a lock of the system on the
// directory meanwhile, so that two processes cannot both replace it.
#include <rivlin/base/output_lock.h>

#include <rivlin/base/atomic_file.h>
#include <rivlin/base/error.h>
#include <rivlin/base/file_descriptor.h>
#include <rivlin/base/provenance.h>
#include <rivlin/base/text.h>
#include <rivlin/base/whole_file.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <map>
#include <optional>
#include <system_error>

namespace rivlin
{
  namespace
  {
    std::string host_name()
    {
      std::array<char, 256> name = {};
      gethostname(name.data(), name.size() - 1);
      return name.data();
    }

    /// When the process began, in ticks since the system did; nothing if there
    /// is no such process. Numbers of processes are used again, these are not.
    std::optional<std::string> beginning_of_process(const std::string &number)
    {
      std::string text;
      try
        {
          text = read_whole_file("/proc/" + number + "/stat");
        }
      catch (const Error &)
        {
          return {};
        }
      // "4711 (name, with blanks) S ...": the state is the third entry, the
      // beginning the 22nd.
      const std::size_t name_end = text.rfind(')');
      if (name_end == std::string::npos)
        return {};
      const auto words =
        split_words(std::string_view(text).substr(name_end + 1));
      if (words.size() < 20 || words[0] == "Z" || words[0] == "X")
        return {};
      return std::string(words[19]);
    }

    std::string lock_text()
    {
      const std::string process = number_text(getpid());
      return "host: " + host_name() + "\nprocess: " + process +
             "\nbegan: " + beginning_of_process(process).value_or("unknown") +
             "\nsince: " + provenance().date + "\n";
    }

    struct Holder
    {
      std::string text;        ///< for messages
      bool is_known   = false; ///< the lock could be read
      bool is_here    = false; ///< on this host
      bool is_running = false; ///< as far as can be known
    };

    Holder holder_of(const std::string &lock)
    {
      std::map<std::string, std::string, std::less<>> entries;
      for (const std::string_view line : split(lock, '\n'))
        if (const auto colon = line.find(": "); colon != line.npos)
          entries.emplace(line.substr(0, colon), line.substr(colon + 2));
      Holder holder;
      for (const char *key : {"host", "process", "began", "since"})
        if (entries[key].empty())
          return holder;
      holder.is_known = true;
      holder.is_here  = entries["host"] == host_name();
      holder.is_running =
        !holder.is_here ||
        beginning_of_process(entries["process"]) == entries["began"];
      holder.text = "process " + entries["process"] + " on " +
                    in_quotes(entries["host"], 100) + " since " +
                    in_quotes(entries["since"], 30);
      return holder;
    }

    [[noreturn]] void refuse_directory(const std::filesystem::path &directory,
                                       const Holder &holder)
    {
      const std::string name = "\"" + directory.string() + "\"";
      if (!holder.is_known)
        throw Error("The lock of the output directory " + name + ", " +
                    lock_name +
                    ", cannot be understood. If no other run writes there, "
                    "give --force.");
      throw Error(
        "The output directory " + name + " is in use by " + holder.text +
        ". Wait for its end, or choose another one with --output. " +
        (holder.is_here
           ? "--force takes it all the same; the two then destroy each other's "
             "files."
           : "If that process is certainly no longer there, which cannot be "
             "seen from this host, give --force."));
    }

    /// The lock that is there, if any.
    std::optional<std::string> present_lock(const std::filesystem::path &file)
    {
      const auto is_there = [&] {
        std::error_code ignored;
        return std::filesystem::exists(file, ignored);
      };
      try
        {
          if (is_there())
            return read_whole_file(file);
        }
      catch (const Error &)
        {
          // Its owner may have removed it just now.
          if (is_there())
            throw;
        }
      return {};
    }

    /// A lock of the system on the directory, where the file system has such.
    class DirectoryGuard
    {
    public:
      explicit DirectoryGuard(const std::filesystem::path &directory)
        : descriptor(open(directory.c_str(), O_RDONLY | O_CLOEXEC))
      {
        if (descriptor >= 0)
          flock(descriptor, LOCK_EX);
      }
      ~DirectoryGuard()
      {
        if (descriptor >= 0)
          close(descriptor);
      }
      DirectoryGuard(const DirectoryGuard &)            = delete;
      DirectoryGuard &operator=(const DirectoryGuard &) = delete;

    private:
      int descriptor;
    };
  } // namespace

  OutputLock::OutputLock(const std::filesystem::path &directory,
                         const bool force)
    : file(directory / lock_name)
    , content(lock_text())
  {
    const DirectoryGuard guard(directory);
    const std::filesystem::path own =
      file.string() + "." + host_name() + "." + number_text(getpid()) + ".part";
    for (;;)
      {
        if (const auto lock = present_lock(file))
          {
            const Holder holder = holder_of(*lock);
            if (!force && (!holder.is_known || holder.is_running))
              refuse_directory(directory, holder);
            found = "the lock of " +
                    (holder.is_known ? holder.text : "an unknown process") +
                    (holder.is_known && !holder.is_running
                       ? " was left behind: it is replaced"
                       : " is replaced (--force)");
            std::filesystem::remove(file);
          }
        write_file_atomically(own, content);
        const bool done  = link(own.c_str(), file.c_str()) == 0;
        const int reason = errno;
        std::error_code ignored;
        std::filesystem::remove(own, ignored);
        if (done)
          return;
        // Somebody was faster, or cleaned the folder.
        if (reason == EEXIST || reason == ENOENT)
          continue;
        // A file system without links.
        write_file_atomically(file, content);
        return;
      }
  }

  OutputLock::~OutputLock()
  {
    try
      {
        if (present_lock(file) == content)
          std::filesystem::remove(file);
      }
    catch (const std::exception &)
      {
        // The next run will see that this process is gone.
      }
  }
} // namespace rivlin

// SPDX-License-Identifier: Apache-2.0
// fork and exec: deal.II, MPI and MUMPS are not made for several runs in one
// process.
#include <rivlin/studies/child_processes.h>

#include <rivlin/base/error.h>
#include <rivlin/base/interruption.h>
#include <rivlin/base/whole_file.h>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>

namespace rivlin
{
  namespace
  {
    struct Child
    {
      std::size_t number = 0;
      int errors         = -1; ///< read end of its standard error
    };

    /// As this program found it: MPI has changed its own since.
    std::vector<std::string> first_environment()
    {
      const std::string all = read_whole_file("/proc/self/environ");
      std::vector<std::string> variables;
      for (std::size_t begin = 0; begin < all.size();)
        {
          const std::size_t end = std::min(all.find('\0', begin), all.size());
          variables.push_back(all.substr(begin, end - begin));
          begin = end + 1;
        }
      return variables;
    }

    std::vector<char *> pointers(std::vector<std::string> &texts)
    {
      std::vector<char *> result;
      for (std::string &text : texts)
        result.push_back(text.data());
      result.push_back(nullptr);
      return result;
    }

    [[noreturn]] void refuse(const std::string &what)
    {
      throw Error(
        "A process for a run of the full model cannot be started: " + what +
        ": " + std::strerror(errno) + ". Use fewer at once (--jobs).");
    }

    /// Between fork and exec nothing but system calls: other threads of this
    /// process, which MPI may have, do not exist in the child.
    [[noreturn]] void become(const char *program,
                             char *const *arguments,
                             char *const *environment,
                             const int errors,
                             const pid_t parent)
    {
      // A parent that ends in order has told its children before.
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent)
        _exit(127);
      // The keyboard's signals go to the parent alone, which passes them on:
      // two of them would end the run at once. A wish for a checkpoint must not
      // kill a program that does not listen yet.
      setpgid(0, 0);
      signal(SIGUSR1, SIG_IGN);
      const int nothing = open("/dev/null", O_RDWR);
      dup2(nothing, STDIN_FILENO);
      dup2(nothing, STDOUT_FILENO);
      dup2(errors, STDERR_FILENO);
      execve(program, arguments, environment);
      _exit(127);
    }

    std::string read_all(const int descriptor)
    {
      std::string text;
      std::array<char, 4096> buffer;
      for (;;)
        {
          const ssize_t n = read(descriptor, buffer.data(), buffer.size());
          if (n > 0)
            text.append(buffer.data(), n);
          else if (n == 0 || errno != EINTR)
            break;
        }
      close(descriptor);
      return text;
    }
  } // namespace

  void run_processes(
    const std::filesystem::path &program,
    const std::vector<std::vector<std::string>> &arguments,
    const int n_at_once,
    const std::function<void(std::size_t)> &begins,
    const std::function<bool(std::size_t, const ProcessEnd &)> &ends)
  {
    std::vector<std::string> environment   = first_environment();
    const std::vector<char *> environment_ = pointers(environment);
    const pid_t parent                     = getpid();
    std::map<pid_t, Child> running;
    std::size_t next = 0;
    bool goes_on     = true;
    bool is_told     = false; ///< that it shall stop
    const auto tell  = [&](const int signal) {
      for (const auto &entry : running)
        kill(entry.first, signal);
    };
    const auto start = [&] {
      std::array<int, 2> ends_of_pipe;
      if (pipe2(ends_of_pipe.data(), O_CLOEXEC) != 0)
        refuse("no pipe");
      std::vector<std::string> words = arguments[next];
      words.insert(words.begin(), program.string());
      const std::vector<char *> words_ = pointers(words);
      const pid_t child                = fork();
      if (child == 0)
        become(words[0].c_str(),
               words_.data(),
               environment_.data(),
               ends_of_pipe[1],
               parent);
      close(ends_of_pipe[1]);
      if (child < 0)
        {
          close(ends_of_pipe[0]);
          refuse("fork");
        }
      running[child] = {next, ends_of_pipe[0]};
      begins(next++);
    };
    while (!running.empty() || (goes_on && next < arguments.size()))
      {
        if (stop_signal() != 0 && !is_told)
          {
            tell(stop_signal());
            is_told = true;
            goes_on = false;
          }
        if (take_checkpoint_wish())
          tell(SIGUSR1);
        while (goes_on && next < arguments.size() &&
               static_cast<int>(running.size()) < n_at_once)
          start();
        // Only those started here: other parts of the program may have
        // children, too. Messages of a run fit into the pipe's buffer.
        bool ended = false;
        for (auto entry = running.begin(); entry != running.end();)
          {
            int status = 0;
            if (waitpid(entry->first, &status, WNOHANG) == entry->first)
              {
                ProcessEnd end;
                end.exit_code     = WIFEXITED(status) ? WEXITSTATUS(status)
                                                      : 128 + WTERMSIG(status);
                const Child child = entry->second;
                entry             = running.erase(entry);
                end.errors        = read_all(child.errors);
                goes_on           = ends(child.number, end) && goes_on;
                ended             = true;
              }
            else
              ++entry;
          }
        if (!ended && !running.empty())
          usleep(10000);
      }
  }
} // namespace rivlin

# SPDX-License-Identifier: Apache-2.0
# Sourced by the other scripts: folder, settings and one clear line on failure.
set -Eeuo pipefail

script="scripts/$(basename "$0")"
root="$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root"

# Threads of OpenBLAS and ranks of MPI compete for the same cores.
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 DEAL_II_NUM_THREADS=1
# Containers run as root and show few cores.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1

doing="starting"
failed() {
  local code=$?
  echo "$script: failed while $doing (exit code $code); the reason stands above." >&2
  exit "$code"
}
trap failed ERR

# Say what comes next and remember it for the message above.
begin() {
  doing="$1"
  echo "== $script: $doing"
}

# Stop with a reason that the user can act on.
stop() {
  echo "$script: $1" >&2
  exit 1
}

# Compilers that may run side by side: one per core and 1.5 GB of free memory.
n_jobs() {
  local cores kilobytes limit used
  # nproc counts the threads of OpenMP set above, unless told otherwise.
  cores="$(env -u OMP_NUM_THREADS nproc)"
  kilobytes="$(awk '/^MemAvailable:/ {print $2}' /proc/meminfo)"
  # In a container with a limit of its own, that one counts.
  limit="$(cat /sys/fs/cgroup/memory.max 2>/dev/null || echo max)"
  if [ "$limit" != max ]; then
    used="$(awk '$1 == "anon" {print $2}' /sys/fs/cgroup/memory.stat)"
    limit=$(((limit - used) / 1024))
    if [ "$limit" -lt "$kilobytes" ]; then kilobytes="$limit"; fi
  fi
  if [ $((kilobytes / 1500000)) -lt "$cores" ]; then cores=$((kilobytes / 1500000)); fi
  if [ "$cores" -lt 1 ]; then cores=1; fi
  echo "$cores"
}

# build_preset NAME [TARGETS]: configure and build one preset of
# CMakePresets.json, or some targets of it.
build_preset() {
  local preset="$1" jobs
  shift
  jobs="$(n_jobs)"
  begin "configuring the preset $preset"
  cmake --preset "$preset"
  begin "building the preset $preset with $jobs jobs"
  cmake --build --preset "$preset" -j "$jobs" ${1:+--target "$@"}
}

# SPDX-License-Identifier: Apache-2.0
# Warnings, sanitizers and ccache, in one function for every target of ours.
find_program(RIVLIN_CCACHE ccache)
if(RIVLIN_CCACHE)
  # time_macros and pch_defines: ccache refuses precompiled headers otherwise.
  set(launcher ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=true ${RIVLIN_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
endif()

# deal.II and Trilinos bring so many symbols that GNU's ld takes ten times as
# long as gold.
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=gold RIVLIN_HAS_GOLD)
if(RIVLIN_HAS_GOLD)
  add_link_options(-fuse-ld=gold)
endif()

function(rivlin_compile_options target)
  # $<COMPILE_LANGUAGE:...> because the C API example is C.
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic $<$<COMPILE_LANGUAGE:CXX>:-Wshadow>
    $<$<BOOL:${RIVLIN_WARNINGS_AS_ERRORS}>:-Werror>
    $<$<BOOL:${RIVLIN_CCACHE}>:-fpch-preprocess>)
  if(RIVLIN_SANITIZE)
    # -Wno-maybe-uninitialized: false ones of GCC 12 in std::regex and in Eigen.
    # Null pointers end in the address sanitizer too, and Eigen checks its
    # alignment itself: without those two checks and the one of virtual tables
    # a file with much of Eigen compiles in 48 s instead of 71.
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized -fsanitize=${RIVLIN_SANITIZE}
      -fno-sanitize=null,alignment,vptr -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${RIVLIN_SANITIZE})
  endif()
endfunction()

# For targets that include deal.II: -O2 halves the time of compilation, and the
# hot loops are not there; the warnings are false ones of GCC 12 inside the
# standard library when it is inlined into deal.II's and Boost's headers.
function(rivlin_dealii_options target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O2>
    -Wno-array-bounds -Wno-stringop-overflow -Wno-restrict)
endfunction()

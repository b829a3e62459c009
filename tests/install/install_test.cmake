# SPDX-License-Identifier: Apache-2.0
# Installs a build into an empty folder, then configures, builds and runs a
# project that knows nothing but that folder. Usage:
#   cmake -DBUILD=... -DPART=core|fe -DSOURCE=... -DCOMPILER=... -DBUILD_TYPE=... -P install_test.cmake
set(work ${BUILD}/test_output/install_${PART})
file(REMOVE_RECURSE ${work})

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "This command failed (${result}): ${ARGV}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${work}/prefix)
run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE}/consumer -B ${work}/build -DPART=${PART}
  -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=${BUILD_TYPE}
  -DCMAKE_PREFIX_PATH=${work}/prefix)
run(${CMAKE_COMMAND} --build ${work}/build)
run(${work}/build/consumer)

# The Python package runs from there, without the library's folder in any variable.
file(GLOB packages ${work}/prefix/lib/python3/dist-packages)
if(packages)
  run(/usr/bin/python3 -c "import sys; sys.path.insert(0, '${packages}'); import rivlin; m = rivlin.Model('${ROOT}/tests/online/version_0_1.rom'); m.start(); assert '${packages}' in rivlin.__file__")
elseif(NOT BUILD_HAS_SANITIZERS)
  message(FATAL_ERROR "The Python package is not installed.")
endif()

# What is installed names no file of the source or build folder.
file(GLOB_RECURSE package_files ${work}/prefix/*.cmake)
foreach(file ${package_files})
  file(READ ${file} content)
  foreach(folder ${BUILD} ${ROOT})
    string(REPLACE "${work}/prefix" "" content "${content}")
    string(FIND "${content}" "${folder}/" position)
    if(NOT position EQUAL -1)
      message(FATAL_ERROR "${file} points to ${folder}")
    endif()
  endforeach()
endforeach()

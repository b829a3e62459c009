// SPDX-License-Identifier: Apache-2.0
// gtest with MPI started.
#include <deal.II/base/mpi.h>

#include <gtest/gtest.h>

int
main(int argc, char **argv)
{
  ::testing::InitGoogleTest(&argc, argv);
  const dealii::Utilities::MPI::MPI_InitFinalize mpi(argc, argv, 1);
  return RUN_ALL_TESTS();
}

# SPDX-License-Identifier: Apache-2.0
"""What can go wrong, by kind: as the statuses of the C interface."""


class Error(Exception):
    """All errors of this package."""


class WrongInput(Error, ValueError):
    """A file, a number or the order of calls; the message says what to do."""


class NotConverged(Error, ArithmeticError):
    """A step or an equilibrium was not found; the state is the one before the call."""


class InternalError(Error, RuntimeError):
    """No memory, or an error of the library."""


class MissingPart(Error, ImportError):
    """The shared library, h5py or matplotlib is not there."""

// SPDX-License-Identifier: Apache-2.0
// The cubature of contacts: rows from the forces of single nodes, weights from
// non-negative least squares.
#include <rivlin/offline/contact_training.h>

#include <rivlin/offline/lifting.h>
#include <rivlin/offline/non_negative_least_squares.h>
#include <rivlin/offline/reduced_response.h>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  namespace
  {
    /// Nodes that come closer than so many distances of the law count as
    /// touched: those at the rim of a contact, which a slightly different
    /// pressure adds to it.
    constexpr double near = 10;

    /// All nodes with their areas, without modes.
    ReducedContact whole_contact(const DiscreteBody &body,
                                 const RigidContact &given)
    {
      ReducedContact contact;
      contact.name    = given.name;
      contact.surface = given.surface;
      contact.law     = given.law;
      if (given.carrier >= 0)
        {
          const BodySupport &carrier = body.supports[given.carrier];
          contact.carrier            = carrier.name;
          if (carrier.is_sleeve)
            {
              contact.centre = carrier.centre;
              contact.sleeve = static_cast<int>(std::count_if(
                body.supports.begin(),
                body.supports.begin() + given.carrier,
                [](const BodySupport &support) { return support.is_sleeve; }));
            }
        }
      const int dim = body.dim();
      const auto n  = static_cast<Eigen::Index>(given.nodes.size());
      contact.points.resize(dim, n);
      for (Eigen::Index k = 0; k < n; ++k)
        for (int i = 0; i < dim; ++i)
          contact.points(i, k) = body.coordinates[given.nodes[k] * dim + i];
      contact.weights = Eigen::Map<const Vector>(given.weights.data(), n);
      contact.touched.assign(n, 0);
      return contact;
    }

    std::vector<int> displacement_rows_of(const RigidContact &contact,
                                          const int dim)
    {
      std::vector<int> rows;
      for (const int node : contact.nodes)
        for (int i = 0; i < dim; ++i)
          rows.push_back(node * dim + i);
      return rows;
    }

    ContactTouch touch_node(const ReducedContact &contact,
                            const ContactFrame &frame,
                            const int node,
                            const Eigen::Ref<const Vector> &u)
    {
      const int dim = contact.dim();
      Vector3 x     = Vector3::Zero();
      for (int i = 0; i < dim; ++i)
        x[i] = contact.points(i, node) + u[node * dim + i];
      return touch(contact, frame, x);
    }

    bool is_near(const ContactTouch &at, const ContactLaw &law)
    {
      return at.gap.value < near * law.distance;
    }

    /// Inner products of the forces of single nodes, summed over the states, in
    /// the energy metric: (x - 1)^T gram (x - 1) is the squared error of the
    /// factors x. Marks what is touched. Without a metric only that.
    struct ContactGram
    {
      Matrix gram;
      int n_states            = 0;
      double largest_pressure = 0;
    };

    ContactGram gram_of(const Matrix &displacements,
                        const Matrix &rho,
                        const Matrix &dual,
                        ReducedContact &contact)
    {
      const int n = contact.n_points();
      ContactGram result;
      result.gram = Matrix::Zero(n, n);
      for (Eigen::Index s = 0; s < rho.cols(); ++s)
        {
          std::vector<int> pressed;
          Matrix forces(dual.rows(), n);
          const ContactFrame frame(contact, rho.col(s).data());
          for (int k = 0; k < n; ++k)
            {
              const ContactTouch at =
                touch_node(contact, frame, k, displacements.col(s));
              if (is_near(at, contact.law))
                contact.touched[k] = 1;
              if (at.response.pressure == 0)
                continue;
              result.largest_pressure =
                std::max(result.largest_pressure, at.response.pressure);
              const auto place = static_cast<Eigen::Index>(pressed.size());
              pressed.push_back(k);
              if (dual.size() == 0)
                continue;
              Vector force = Vector::Zero(dual.cols());
              add_force(contact, frame, k, at, force);
              forces.col(place) = dual * force;
            }
          if (pressed.empty())
            continue;
          ++result.n_states;
          const auto own =
            forces.leftCols(static_cast<Eigen::Index>(pressed.size()));
          result.gram(pressed, pressed) += own.transpose() * own;
        }
      return result;
    }

    /// Factors of the areas: zero for most of the nodes that were under
    /// pressure, one for those that never were.
    Vector trained_factors(const Matrix &gram,
                           const Vector &areas,
                           const double tolerance)
    {
      std::vector<int> pressed;
      for (Eigen::Index k = 0; k < gram.rows(); ++k)
        if (gram(k, k) > 0)
          pressed.push_back(static_cast<int>(k));
      const auto n = static_cast<Eigen::Index>(pressed.size());
      const Eigen::SelfAdjointEigenSolver<Matrix> eigen(gram(pressed, pressed));
      // As few directions as leave out less than tolerance^2 of the trace.
      const double all = eigen.eigenvalues().sum();
      double left      = 0;
      Eigen::Index cut = 0;
      while (cut < n - 1 &&
             left + eigen.eigenvalues()[cut] <= tolerance * tolerance * all)
        left += eigen.eigenvalues()[cut++];
      Matrix rows(n - cut + 1, n);
      rows.topRows(n - cut) =
        eigen.eigenvectors().rightCols(n - cut).transpose();
      rows.row(n - cut) = areas(pressed).normalized();
      const NonNegativeSolution solution =
        solve_non_negative(rows, rows.rowwise().sum());
      Vector factors = Vector::Ones(gram.rows());
      for (const int k : pressed)
        factors[k] = 0;
      for (std::size_t k = 0; k < solution.support.size(); ++k)
        factors[pressed[solution.support[k]]] =
          solution.values[static_cast<Eigen::Index>(k)];
      return factors;
    }

    /// The points with positive factors.
    ReducedContact selected(const ReducedContact &whole, const Vector &factors)
    {
      std::vector<int> kept, rows;
      const int dim = whole.dim();
      for (int k = 0; k < whole.n_points(); ++k)
        if (factors[k] > 0)
          {
            kept.push_back(k);
            for (int i = 0; i < dim; ++i)
              rows.push_back(k * dim + i);
          }
      ReducedContact contact = whole;
      contact.points         = whole.points(Eigen::all, kept);
      contact.modes          = whole.modes(rows, Eigen::all);
      contact.weights        = whole.weights.cwiseProduct(factors)(kept);
      contact.touched.clear();
      for (const int k : kept)
        contact.touched.push_back(whole.touched[k]);
      return contact;
    }
  } // namespace

  ContactStates
  contact_states(const DiscreteBody &body,
                 const std::vector<const SnapshotSource *> &sources)
  {
    ContactStates states;
    const int dim    = body.dim();
    const Matrix Psi = lifting_modes(body, LiftingKind::surface);
    std::vector<ReducedContact> contacts;
    std::vector<std::vector<int>> rows;
    for (const RigidContact &contact : body.contacts)
      {
        contacts.push_back(whole_contact(body, contact));
        rows.push_back(displacement_rows_of(contact, dim));
      }
    std::vector<Vector> kept_rho;
    std::vector<std::vector<Vector>> kept(contacts.size());
    for (const SnapshotSource *source : sources)
      for (int s = 0; !contacts.empty() && s < source->n_snapshots(); ++s)
        {
          ++states.n_snapshots;
          Matrix q(source->n_rows(SnapshotField::displacement), 1);
          source->read(SnapshotField::displacement, s, q);
          const Vector rho = lifted_coordinates(body, *source, s, 1);
          // Behind the displacements stand coordinates of free sleeves.
          Vector u = Psi * rho;
          for (std::size_t k = 0; k < body.free_displacements.size(); ++k)
            u[body.free_displacements[k]] = q(static_cast<Eigen::Index>(k), 0);
          bool touches = false;
          for (std::size_t c = 0; c < contacts.size(); ++c)
            {
              const ContactFrame frame(contacts[c], rho.data());
              const Vector own = u(rows[c]);
              for (int k = 0; !touches && k < contacts[c].n_points(); ++k)
                touches = is_near(touch_node(contacts[c], frame, k, own),
                                  contacts[c].law);
            }
          if (!touches)
            continue;
          kept_rho.push_back(rho);
          for (std::size_t c = 0; c < contacts.size(); ++c)
            kept[c].push_back(u(rows[c]));
        }
    const auto joined = [](const std::vector<Vector> &columns,
                           const Eigen::Index n_rows) {
      Matrix result(n_rows, columns.size());
      for (std::size_t k = 0; k < columns.size(); ++k)
        result.col(static_cast<Eigen::Index>(k)) = columns[k];
      return result;
    };
    states.rho = joined(kept_rho, n_lifted(body));
    for (std::size_t c = 0; c < contacts.size(); ++c)
      states.displacements.push_back(
        joined(kept[c], static_cast<Eigen::Index>(rows[c].size())));
    return states;
  }

  std::vector<ContactReport> train_contacts(const DiscreteBody &body,
                                            const Matrix &modes,
                                            const ContactStates &states,
                                            const double tolerance,
                                            ReducedModelData &data)
  {
    std::vector<ContactReport> reports;
    data.contacts.clear();
    data.capabilities.contacts = !body.contacts.empty();
    data.range.contact_pressures =
      Vector::Zero(static_cast<Eigen::Index>(body.contacts.size()));
    if (body.contacts.empty())
      return reports;
    Matrix dual;
    if (tolerance > 0 && states.rho.cols() > 0)
      dual = energy_metric(body, modes).dual;
    for (std::size_t c = 0; c < body.contacts.size(); ++c)
      {
        ReducedContact whole = whole_contact(body, body.contacts[c]);
        whole.modes =
          gather_rows(modes,
                      displacement_rows_of(body.contacts[c], body.dim()));
        const ContactGram found =
          gram_of(states.displacements[c], states.rho, dual, whole);
        data.range.contact_pressures[static_cast<Eigen::Index>(c)] =
          found.largest_pressure;
        ContactReport &report = reports.emplace_back();
        report.name           = whole.name;
        report.n_nodes        = whole.n_points();
        report.n_states       = found.n_states;
        if (tolerance > 0 && found.n_states > 0)
          {
            const Vector factors =
              trained_factors(found.gram, whole.weights, tolerance);
            const Vector change = factors - Vector::Ones(factors.size());
            report.error        = std::sqrt(
              std::max(0., change.dot(found.gram * change) / found.gram.sum()));
            data.contacts.push_back(selected(whole, factors));
          }
        else
          data.contacts.push_back(whole);
        report.n_points = data.contacts.back().n_points();
      }
    return reports;
  }
} // namespace rivlin

// How the ends of sources and sinks become the end of a run.
#pragma once

#include "stream/run_rows.h"

namespace polydat {

inline RunStatus status_of(SinkStatus status) {
  switch (status) {
    case SinkStatus::Ok: return RunStatus::Complete;
    case SinkStatus::Closed: return RunStatus::Closed;
    case SinkStatus::Failed: return RunStatus::SinkFailed;
  }
  return RunStatus::SinkFailed;
}

inline RunStatus status_of(CoordinateSource::Status status, bool stopped) {
  switch (status) {
    case CoordinateSource::Status::Row:
    case CoordinateSource::Status::End: return stopped ? RunStatus::Interrupted : RunStatus::Complete;
    case CoordinateSource::Status::Bad: return RunStatus::CoordinatesBad;
    case CoordinateSource::Status::Failed: return RunStatus::CoordinatesFailed;
    case CoordinateSource::Status::Limit: return RunStatus::Limit;
  }
  return RunStatus::CoordinatesFailed;
}

}  // namespace polydat

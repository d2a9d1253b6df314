// The problems that requests about a sync can have, as constructors.
import { Problem } from '#lib/problem.ts'

/** One text for a missing and a foreign one: the answer must not tell them apart. */
export function integrationNotFound(): Problem {
  return new Problem('integration_not_found')
}

export function syncRunNotFound(): Problem {
  return new Problem('sync_run_not_found')
}

export function linkNotFound(): Problem {
  return new Problem('link_not_found')
}

export function conflictNotFound(): Problem {
  return new Problem('conflict_not_found')
}

export function writeBackNotFound(): Problem {
  return new Problem('write_back_not_found')
}

export function conflictResolved(): Problem {
  return new Problem('conflict_resolved')
}

export function writeBackNotFailed(): Problem {
  return new Problem('write_back_not_failed')
}

export function linkTaken(linkId: string): Problem {
  return new Problem('link_taken', undefined, { details: { existing_id: linkId } })
}

export function linkNotAllowed(): Problem {
  return new Problem('link_not_allowed')
}

export function integrationPaused(): Problem {
  return new Problem('integration_paused')
}

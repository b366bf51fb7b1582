/** Addresses of artifacts that need no key, for receivers of webhooks; valid for a day. */

import { pathOf } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { workflowRuns } from '../../../shared/api/workflow-runs.ts'
import { message } from '../../../shared/messages/message.ts'
import { isSignedBy, sign } from '../../http/signed-url.ts'

export interface ArtifactLinks {
  /** `origin`: scheme, host and port of the server. */
  of(runId: string, artifactId: string, origin: string): string
  /** @throws ApiError invalid_signature */
  check(runId: string, artifactId: string, expires: number, signature: string): void
}

const GOOD_FOR_S = 24 * 60 * 60

export function createArtifactLinks({ secret, now }: { secret: string; now: () => Date }): ArtifactLinks {
  const unixS = () => Math.floor(now().getTime() / 1000)
  return {
    of(runId, artifactId, origin) {
      const expires = unixS() + GOOD_FOR_S
      const signature = sign(secret, { runId, artifactId, expires })
      const path = pathOf(workflowRuns.artifactDownload, { run_id: runId, artifact_id: artifactId })
      return `${origin}${path}?expires=${expires}&signature=${signature}`
    },
    check(runId, artifactId, expires, signature) {
      if (!isSignedBy(secret, { runId, artifactId, expires }, signature)) {
        throw new ApiError('invalid_signature', message('run.artifact_signature'))
      }
      if (expires <= unixS()) throw new ApiError('invalid_signature', message('run.artifact_expired'))
    },
  }
}

/** A fake host that also answers further endpoints. */
import type { InputOf, OutputOf } from '../../src/shared/api/endpoint.ts'
import type { EndpointById, EndpointId } from '../../src/shared/api/index.ts'
import { createFakeHost, type FakeHost } from './fake-host.ts'

type Answers = { [Id in EndpointId]?: (input: InputOf<EndpointById<Id>>) => OutputOf<EndpointById<Id>> }

/** Answers may throw; `failNext` and `state.calls` of the host work for them too. */
export function hostWithAnswers(answers: Answers): FakeHost {
  const host = createFakeHost()
  const failures = new Map<string, string>()
  return {
    ...host,
    failNext: (endpoint, message) => failures.set(endpoint, message),
    api: (async (endpoint: EndpointId, input: never) => {
      const answer = answers[endpoint] as ((input: never) => unknown) | undefined
      if (!answer) return host.api(endpoint, input)
      host.state.calls.push({ endpoint, input })
      const failure = failures.get(endpoint)
      failures.delete(endpoint)
      if (failure !== undefined) throw Object.assign(new Error(failure), { code: 'internal' })
      return structuredClone(answer(input))
    }) as FakeHost['api'],
  }
}

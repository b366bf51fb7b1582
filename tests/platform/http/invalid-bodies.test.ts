/** The memory of a body that its check has refused. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { requestCheck } from '../../../src/platform/http/validation.ts'

it('is free after the reply: the check keeps nothing of it', async () => {
  const check = requestCheck(Type.Object({ names: Type.Array(Type.String()) }), 'body')
  const refused = () => {
    const body = [{}, {}]
    expect(check(body)).toMatchObject({ code: 'invalid_field' })
    return new WeakRef(body)
  }
  const ref = refused()
  await nextTurn()
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
  expect(ref.deref()).toBeUndefined()
})

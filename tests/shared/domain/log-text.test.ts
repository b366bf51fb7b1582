import { describe, expect, test } from 'vitest'
import { logText, saidInLog } from '../../../src/shared/domain/log-text.ts'
import { message, saidOf } from '../../../src/shared/messages/message.ts'

const at = { at: '2026-11-21T03:14:21.533Z', level: 'warning', node_id: 'find' } as const

describe('a line of a log file', () => {
  test('has the message for people first, then its code and parameters', () => {
    const said = saidOf(message('media.skipped_image', { reason: message('media.missing', { file: 'a\tb.png' }) }))
    const line = logText({ ...at, ...said })
    const [shown, column, ...more] = line.split('\t')
    expect(shown).toBe(
      `${at.at} warning [find] Skipped an image: “a b.png” is not there any more. Choose the file again.`,
    )
    expect([column?.startsWith('{'), column?.endsWith('}\n'), more]).toEqual([true, true, []])
    expect(saidInLog(line.trimEnd()).text).toEqual(said.text)
  })

  test('is one line, however many its message and its parameters have', () => {
    const line = logText({ ...at, ...saidOf(message('engine.run_failed', { reason: 'one\n  two' })) })
    expect(line.trimEnd()).not.toContain('\n')
    expect(saidInLog(line.trimEnd()).text?.params).toEqual({ reason: 'one\n  two' })
  })

  test.each(['Completed', 'a\tb', 'a\t{', 'a\tnull', 'a\t{"code":1,"params":{}}', 'a\t{"code":"x","params":null}'])(
    'is its message where it has no code: %j',
    (line) => expect(saidInLog(line)).toEqual({ message: line }),
  )
})

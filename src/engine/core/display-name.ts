/** An upload is stored under a generated name: messages use the owner's file name instead. */
import { basename } from 'node:path'
import type { Message, Param } from '../../shared/messages/message.ts'
import type { Said } from '../../shared/messages/said.ts'

/** Puts other names into a text, in its English and in the parameters of its message. */
export type Wording = (said: Said) => Said

/** Replaces the file name of `path` by `name` in any message. */
export function withDisplayName(path: string, name: string): Wording {
  const renamed = renamedIn(path, name)
  return ({ message, text }) => ({
    message: renamed.sentence(message),
    ...(text && { text: renamed.message(text as Message) }),
  })
}

/** The same for a message that is not a text yet. */
export const displayNamed = (message: Message, path: string, name: string): Message =>
  renamedIn(path, name).message(message)

function renamedIn(path: string, name: string) {
  const stored = basename(path)
  const sentence = (text: string): string => text.replaceAll(`“${stored}”`, () => `“${name}”`)
  const param = (value: Param): Param => {
    if (typeof value === 'number') return value
    // A parameter is the bare name, whose quotes are in the template, or holds the text of another program.
    if (typeof value === 'string') return value === stored ? name : sentence(value)
    return Array.isArray(value) ? value.map(param) : message(value as Message)
  }
  const message = ({ code, params }: Message): Message => ({
    code,
    params: Object.fromEntries(Object.entries(params).map(([place, value]) => [place, param(value)])),
  })
  return { sentence, message }
}

/** Titles of blocks and fields inside messages. */
import { type Message, message } from '../messages/message.ts'
import { BLOCKS, type BlockKindName } from './catalogue.ts'

export const blockName = (kind: BlockKindName): Message => message('name.block', { kind, title: BLOCKS[kind].title })

/** `pointer`: JSON pointer to the field in the config, such as `/rules/0/class_name`. */
export function fieldName(kind: BlockKindName, pointer: string, title: string): Message {
  const path = pointer.split('/').filter((part) => part !== '' && !/^\d+$/.test(part))
  return message('name.field', { field: [kind, ...path].join('__'), title })
}

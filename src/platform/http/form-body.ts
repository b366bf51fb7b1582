/** Bodies that are forms with one file (multipart/form-data, RFC 7578). */
import { Busboy } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { ApiError } from '../../shared/api/errors.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import type { BodyShare } from './body-budget.ts'
import { bodyTooLarge } from './json-body.ts'

/** The part that is the file; the others are fields. */
export const FILE_PART = 'file'
const MAX_FIELD_BYTES = 64 * 1024
const MAX_FIELDS = 5000

export class FormBody {
  constructor(
    readonly fields: ReadonlyMap<string, readonly string[]>,
    /** In the pieces that arrived, since joining them would cost the memory of all once more; null when the form has none. */
    readonly file: readonly Buffer[] | null,
  ) {}

  /** The fields as a body: lists where the schema has lists, else the last text. */
  valuesFor({ properties }: TObject): Record<string, unknown> {
    const isList = (name: string) => (properties[name] as { type?: string } | undefined)?.type === 'array'
    return Object.fromEntries([...this.fields].map(([name, texts]) => [name, isList(name) ? texts : texts.at(-1)]))
  }
}

/** In a scope that accepts JSON too. The limit is that of the route. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser('multipart/form-data', async (request: FastifyRequest) => readForm(request))
}

const malformed = (reason: Message) => new ApiError('malformed_request', reason)

function readForm({ raw, headers, routeOptions, bodyShare }: FastifyRequest): Promise<FormBody> {
  const { bodyLimit = 0 } = routeOptions
  const share = bodyShare as BodyShare
  if (Number(headers['content-length'] ?? 0) > bodyLimit) throw bodyTooLarge()
  const parser = parserFor(headers as { 'content-type': string })
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string[]>()
    const parts: Buffer[] = []
    let hasFile = false
    let size = 0
    const fail = (error: ApiError) => {
      raw.unpipe(parser)
      raw.off('data', count)
      reject(error)
    }
    const count = (chunk: Buffer) => {
      size += chunk.length
      if (size > bodyLimit) return fail(bodyTooLarge())
      try {
        share.arrived(chunk.length)
      } catch (error) {
        fail(error as ApiError)
      }
    }
    raw.on('data', count)
    parser.on('field', (name, value, _nameIsCut, isCut) => {
      if (isCut) return fail(malformed(message('api.form_field_too_long', { name })))
      fields.set(name, [...(fields.get(name) ?? []), value])
    })
    parser.on('file', (_name, stream) => {
      hasFile = true
      stream.on('data', (chunk: Buffer) => parts.push(chunk))
      stream.on('error', () => undefined)
    })
    parser.on('filesLimit', () => fail(malformed(message('api.form_many_files'))))
    parser.on('fieldsLimit', () => fail(malformed(message('api.form_many_fields', { max: MAX_FIELDS }))))
    parser.on('error', () => fail(malformed(message('api.body_no_form'))))
    parser.on('finish', () => resolve(new FormBody(fields, hasFile ? parts : null)))
    raw.once('aborted', () => fail(malformed(message('api.body_no_form'))))
    raw.pipe(parser)
  })
}

/** @throws ApiError malformed_request for a type without a boundary */
function parserFor(headers: { 'content-type': string }) {
  try {
    return new Busboy({
      headers,
      limits: { files: 1, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES },
      isPartAFile: (name) => name === FILE_PART,
    })
  } catch {
    throw malformed(message('api.body_no_form'))
  }
}

/** Downloads of models from the catalogue, a hub or a web address. */
import { type Static, Type } from 'typebox'
import { CatalogueEntry } from '../domain/model-catalogue.ts'
import { nullable } from '../domain/nullable.ts'
import { MessageText } from '../messages/message.ts'

/** Codes of failures of `resolveModel` and `getModel`; each comes with a sentence that says what to do. */
export const MODEL_GET_ERRORS = [
  /** Not a catalogue id, repository or web address, or one that is not allowed. */
  'invalid_source',
  /** The host of the address can't be reached: no network, no such host, or a proxy that does not respond. */
  'no_network',
  /** The server replied that there is no such repository, revision or file. */
  'not_found',
  /** The repository is private, or its owner asks for consent on its page (401, 403). */
  'download_denied',
  /** The server failed, or replied in a form that Sightline does not know. */
  'download_failed',
  /** The connection ended early; the same call resumes the download. */
  'download_interrupted',
  'wrong_checksum',
  /** A web page, or a model file of another framework. */
  'not_onnx',
  'disk_full',
  'file_unwritable',
  /** Another window or command downloads the same file. */
  'download_running',
] as const
export type ModelGetError = (typeof MODEL_GET_ERRORS)[number]

export const CatalogueModel = Type.Object({
  ...CatalogueEntry.properties,
  recorded_sha256: nullable(
    Type.String({ description: 'Checksum that the first download on this machine recorded; null before it' }),
  ),
  is_search_model: Type.Boolean({ description: 'True for the installed search model of this machine' }),
})
export type CatalogueModel = Static<typeof CatalogueModel>

export const ModelQuery = Type.Object(
  {
    source: Type.String({
      minLength: 1,
      maxLength: 2000,
      description:
        'An id of the catalogue, OWNER/REPO, hf:OWNER/REPO[/FILE], the URL of a page or file of the hub, or the URL of an ONNX file',
    }),
  },
  { additionalProperties: false },
)
export type ModelQuery = Static<typeof ModelQuery>

export const ModelFileChoice = Type.Object({
  path: Type.String(),
  size_bytes: nullable(Type.Integer()),
  problem: nullable(
    Type.Object(
      { message: Type.String(), text: Type.Optional(MessageText) },
      { description: 'Set when the file can’t be used' },
    ),
  ),
})
export type ModelFileChoice = Static<typeof ModelFileChoice>

export const ResolvedModel = Type.Object({
  source: Type.String({ description: 'The source of `getModel`' }),
  title: Type.String(),
  files: Type.Array(ModelFileChoice, {
    description: 'At least one, the suggested one first; a single one where the source names the file',
  }),
  licence: nullable(
    Type.Object({
      id: nullable(Type.String({ description: 'SPDX identifier; null for a licence without one' })),
      name: Type.String(),
      url: nullable(Type.String()),
    }),
  ),
  page: nullable(Type.String({ description: 'Web page about the model' })),
})
export type ResolvedModel = Static<typeof ResolvedModel>

export const ModelDownload = Type.Object(
  {
    source: Type.String({ minLength: 1, maxLength: 2000, description: 'As `resolveModel` returned it' }),
    file: Type.String({ minLength: 1, maxLength: 2000, description: 'Path of one of its files' }),
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '^[^/]+$',
        description:
          'Of the model; a number is appended when the name is taken. By default that of the catalogue or file',
      }),
    ),
  },
  { additionalProperties: false },
)
export type ModelDownload = Static<typeof ModelDownload>

const Amount = { bytes: Type.Integer({ minimum: 0 }), count: Type.Integer({ minimum: 0 }) }

/** Bytes that interrupted and cancelled downloads have left, to be resumed within a week. */
export const UnfinishedDownloads = Type.Object({
  ...Amount,
  clearable: Type.Object(Amount, { description: 'Without those that are under way' }),
})
export type UnfinishedDownloads = Static<typeof UnfinishedDownloads>

export const DOWNLOAD_PHASES = ['downloading', 'checking', 'importing'] as const

/** `verified`: equals the published checksum; `recorded`: equals that of the first download; `first`: now recorded. */
export const CHECKSUM_RESULTS = ['verified', 'recorded', 'first'] as const

export const ModelDownloadUpdate = Type.Union([
  Type.Object({
    type: Type.Literal('progress'),
    phase: Type.Enum([...DOWNLOAD_PHASES]),
    received_bytes: Type.Integer({ description: 'Includes the bytes of an earlier, interrupted download' }),
    total_bytes: nullable(Type.Integer()),
    seconds_left: nullable(Type.Number({ description: 'Null while unknown, and after the download' })),
  }),
  Type.Object({
    type: Type.Literal('done'),
    model_id: nullable(
      Type.String({ description: 'Null for a search model, which is not one of the platform’s models' }),
    ),
    model_name: Type.String(),
    sha256: Type.String(),
    checksum: Type.Enum([...CHECKSUM_RESULTS]),
  }),
])
export type ModelDownloadUpdate = Static<typeof ModelDownloadUpdate>

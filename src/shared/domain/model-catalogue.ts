/** The schema of `resources/model-catalogue.json`: models that can be downloaded, updated without touching code. */
import { type Static, Type } from 'typebox'
import { MODEL_TYPES } from './model-types.ts'
import { nullable } from './nullable.ts'

const Text = Type.String({ minLength: 1, maxLength: 300 })
const HttpsUrl = Type.String({ pattern: '^https://[^\\s]+$', maxLength: 2000 })
const WebUrl = Type.String({ pattern: '^https?://[^\\s]+$', maxLength: 2000 })
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Pixels = Type.Integer({ minimum: 1, maximum: 10_000 })

/** The uses that the catalogue groups its models by. */
export const MODEL_USES = ['detect', 'segment', 'pose', 'classify', 'reid', 'prompt', 'search'] as const

export const Licence = Type.Object(
  {
    spdx: Type.String({ pattern: '^[A-Za-z0-9.+-]+$', maxLength: 100, description: 'SPDX identifier' }),
    name: Text,
    url: HttpsUrl,
  },
  { additionalProperties: false },
)
export type Licence = Static<typeof Licence>

export const CatalogueSource = Type.Union([
  Type.Object(
    {
      kind: Type.Literal('hub'),
      repository: Type.String({ pattern: '^[\\w.-]+/[\\w.-]+$' }),
      file: Text,
      revision: Type.Optional(Text),
    },
    { additionalProperties: false },
  ),
  Type.Object({ kind: Type.Literal('url'), url: WebUrl }, { additionalProperties: false }),
  Type.Object(
    {
      kind: Type.Literal('search_model'),
      repository: Type.String({ pattern: '^[\\w.-]+/[\\w.-]+$' }),
      revision: Type.Optional(Text),
      files: Type.Object(
        { image: Text, text: Type.Optional(Text), tokenizer: Type.Optional(Text), settings: Type.Optional(Text) },
        { additionalProperties: false, description: 'Paths in the repository' },
      ),
    },
    { additionalProperties: false, description: 'Several files, installed together for the search of images' },
  ),
])
export type CatalogueSource = Static<typeof CatalogueSource>
/** The files of a search model. */
export type SearchModelSource = Extract<CatalogueSource, { kind: 'search_model' }>

/** One plain sentence in each language of the app; further languages are optional. */
const Summary = Type.Object({ en: Text, de: Text }, { additionalProperties: Text })

export const CatalogueEntry = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{0,60}$' }),
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^/]+$', description: 'Of the imported model' }),
    summary: Summary,
    task: nullable(Type.Enum([...MODEL_TYPES], { description: 'Null for the search of images' })),
    use: Type.Enum([...MODEL_USES]),
    family: Type.String({
      description: 'Id of the family that decodes it; embedding for re-identification and search',
    }),
    classes: Type.Union([
      Type.Enum(['coco80', 'coco91', 'imagenet']),
      Type.Array(Text, { minItems: 1 }),
      Type.Integer({ minimum: 0, description: 'Number of classes; 0 where it has none' }),
    ]),
    input: Type.Object({ width: Pixels, height: Pixels }, { additionalProperties: false }),
    size_bytes: nullable(Type.Integer({ minimum: 1 })),
    sha256: nullable(Sha256),
    verified: Type.Boolean({ description: 'False: the address was not found in a text that names it' }),
    licence: Licence,
    source: CatalogueSource,
    page: HttpsUrl,
  },
  { additionalProperties: false },
)
export type CatalogueEntry = Static<typeof CatalogueEntry>

export const ModelCatalogue = Type.Object(
  {
    description: Type.String(),
    models: Type.Array(CatalogueEntry),
  },
  { additionalProperties: false },
)
export type ModelCatalogue = Static<typeof ModelCatalogue>

/** The bodies of prediction calls, and the defaults that a deployment has for them. */
import { type Static, Type } from 'typebox'

export const InferenceConfig = Type.Object(
  {
    confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    class_filter: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 2000 })),
    top_k: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  },
  { $id: 'InferenceConfig', additionalProperties: false, description: 'Defaults of prediction calls' },
)
export type InferenceConfig = Static<typeof InferenceConfig>

/** The longest body of a prediction call. */
export const MAX_PREDICTION_BYTES = 32 * 1024 * 1024

export const PredictionOptions = Type.Object(
  {
    confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    class_filter: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 2000 })),
    top_k: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Most predictions, best first' })),
  },
  { additionalProperties: false },
)

export const PredictionRequest = Type.Object(
  {
    image: Type.Object(
      {
        type: Type.Enum(['url', 'base64']),
        value: Type.String({ minLength: 1, description: 'A public HTTPS URL, or the bytes of the image in base64' }),
      },
      { additionalProperties: false },
    ),
    ...PredictionOptions.properties,
  },
  { $id: 'PredictionRequest', additionalProperties: false },
)
export type PredictionRequest = Static<typeof PredictionRequest>

const Point = Type.Object({ x: Type.Number(), y: Type.Number() })
export const PredictionReply = Type.Object(
  {
    predictions: Type.Array(
      Type.Object({
        class_id: Type.Integer(),
        class_name: Type.String(),
        confidence: Type.Number(),
        bounding_box: Type.Optional(
          Type.Object({ x: Type.Number(), y: Type.Number(), w: Type.Number(), h: Type.Number() }),
        ),
        polygon: Type.Optional(Type.Object({ paths: Type.Array(Type.Array(Point)) })),
        keypoints: Type.Optional(
          Type.Array(Type.Object({ x: Type.Number(), y: Type.Number(), confidence: Type.Number() })),
        ),
      }),
      { description: 'Best first; a classifier names classes without boxes' },
    ),
    image: Type.Object({ width: Type.Integer(), height: Type.Integer() }, { description: 'Pixels, upright' }),
    model_id: Type.String(),
    inference_ms: Type.Number({ description: 'Time of the model, without waiting' }),
  },
  { $id: 'PredictionReply' },
)
export type PredictionReply = Static<typeof PredictionReply>

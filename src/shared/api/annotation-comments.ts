/** Comments on annotations. */
import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { defineEndpoint } from './endpoint.ts'

export const AnnotationComment = Type.Object(
  {
    id: Type.String(),
    annotation_id: Type.String({ description: 'Also of one that was deleted since' }),
    body: Type.String(),
    resolved: Type.Boolean(),
    created_at: Type.String(),
    updated_at: nullable(Type.String()),
    user_id: nullable(Type.String()),
    author_name: nullable(Type.String()),
    author_username: nullable(Type.String()),
    author_avatar_url: nullable(Type.String({ description: 'Always null: people have no pictures' })),
    is_mine: Type.Boolean(),
  },
  { $id: 'AnnotationComment' },
)
export type AnnotationComment = Static<typeof AnnotationComment>

const Body = Type.String({ minLength: 1, maxLength: 5000, description: '`@username` notifies a member' })
const Id = Type.String({ minLength: 1, maxLength: 100 })

export const annotationComments = {
  list: defineEndpoint({
    method: 'GET',
    path: '/annotation-comments',
    role: 'viewer',
    summary: 'List the comments of an image, oldest first',
    query: Type.Object({ image_id: Id }, { additionalProperties: false }),
    reply: { as: 'json', schema: Type.Array(AnnotationComment) },
    errors: ['not_found'],
    idempotent: true,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/annotation-comments',
    role: 'member',
    summary: 'Comment on an annotation; needs a key that belongs to a user',
    body: Type.Object(
      { image_id: Id, annotation_id: Id, body: Body },
      { $id: 'AnnotationCommentCreate', additionalProperties: false },
    ),
    reply: { as: 'json', schema: AnnotationComment, status: 201 },
    errors: ['not_found', 'key_without_user'],
    idempotent: false,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/annotation-comments/{comment_id}',
    role: 'viewer',
    summary: 'Resolve or reopen a comment, or change its text (author only)',
    body: Type.Object(
      { body: Type.Optional(Body), resolved: Type.Optional(Type.Boolean()) },
      { $id: 'AnnotationCommentUpdate', additionalProperties: false },
    ),
    reply: { as: 'json', schema: AnnotationComment },
    errors: ['not_found', 'empty_update', 'not_the_author'],
    idempotent: true,
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/annotation-comments/{comment_id}',
    role: 'viewer',
    summary: 'Delete a comment: its author, or an admin',
    reply: { as: 'empty' },
    errors: ['not_found', 'not_the_author'],
    idempotent: true,
  }),
} as const

/** Comments on annotations: they stay when their annotation is deleted, and go with their image. */

import type { Transaction } from 'kysely'
import type { AnnotationComment, annotationComments } from '../../../shared/api/annotation-comments.ts'
import { type BodyOf, roleAtLeast } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { cutText } from '../../../shared/domain/cut-text.ts'
import { message, saidOf } from '../../../shared/messages/message.ts'
import { type Database, isUuid, newId } from '../../db/database.ts'
import type { AnnotationCommentRow } from '../../db/schema/annotation-history.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { Tables } from '../../db/tables.ts'
import type { Events } from '../../http/area/organization-events.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Images } from '../images/images.ts'

export interface AnnotationComments {
  /** Oldest first. @throws ApiError not_found, here and below */
  list(caller: Caller, imageId: string): Promise<AnnotationComment[]>
  /** @throws ApiError key_without_user, invalid_field */
  create(caller: Caller, comment: BodyOf<typeof annotationComments.create>): Promise<AnnotationComment>
  /** @throws ApiError empty_update, not_the_author, invalid_field */
  update(caller: Caller, id: string, change: BodyOf<typeof annotationComments.update>): Promise<AnnotationComment>
  /** @throws ApiError not_the_author */
  delete(caller: Caller, id: string): Promise<void>
}

export interface AnnotationCommentsOptions {
  db: Database
  images: Images
  events: Pick<Events, 'append' | 'wake'>
  now: () => Date
}

type Tx = Transaction<Tables>

/** Characters of a comment that a notification shows. */
const MOST_SHOWN = 200

/** Mentions of people in comments. */

/** An @ at the start of a word, and a username or a whole e-mail address behind it. */
const MENTION =
  /(?<![\p{L}\p{N}._%+@-])@([\p{L}\p{N}_%+-](?:[\p{L}\p{N}._%+-]*[\p{L}\p{N}_%+-])?(?:@[\p{L}\p{N}.-]*[\p{L}\p{N}])?)/gu

/** The part of an e-mail address before the @. Several people can have the same one. */
const usernameOf = (email: string | null): string | null => email?.split('@', 1)[0] ?? null

/** The names behind an @, in lower case. */
const mentionsIn = (body: string): Set<string> =>
  new Set([...body.matchAll(MENTION)].map(([, name]) => (name as string).toLowerCase()))

/** Ids of the people that the names mean, by username or by e-mail address. */
const mentionedPeople = (
  names: ReadonlySet<string>,
  people: readonly { user_id: string; email: string | null }[],
): string[] =>
  people
    .filter(({ email }) => email !== null && (names.has(email) || names.has(usernameOf(email) as string)))
    .map(({ user_id }) => user_id)

export function createAnnotationComments(options: AnnotationCommentsOptions): AnnotationComments {
  const { db, images, events } = options
  const at = () => options.now().toISOString()
  const authored = () =>
    db
      .selectFrom('annotation_comments as c')
      .leftJoin('users as u', 'u.id', 'c.user_id')
      .selectAll('c')
      .select(['u.full_name', 'u.email'])

  async function shownById(caller: Caller, id: string): Promise<AnnotationComment> {
    return shown(await authored().where('c.id', '=', id).executeTakeFirstOrThrow(), caller)
  }

  async function rowOf({ organizationId }: Caller, id: string): Promise<AnnotationCommentRow> {
    const query = db.selectFrom('annotation_comments').selectAll().where('organization_id', '=', organizationId)
    const row = isUuid(id) ? await query.where('id', '=', id.toLowerCase()).executeTakeFirst() : undefined
    if (!row) throw new ApiError('not_found', message('comment.missing', { id }))
    return row
  }

  async function requireAnnotation(tx: Tx, imageId: string, id: string): Promise<void> {
    const found = await tx
      .selectFrom('annotations as a')
      .innerJoin('labels as l', 'l.id', 'a.label_id')
      .select('a.id')
      .where('a.image_id', '=', imageId)
      .where('a.id', '=', id.toLowerCase())
      .where('l.removed_at', 'is', null)
      .executeTakeFirst()
    if (!found) throw new ApiError('not_found', message('annotations.missing', { id }))
  }

  /** Notifies the members that the comment mentions, and `before` did not. Must be last in its transaction. */
  async function notify(tx: Tx, comment: AnnotationCommentRow, image: ImageRow, before: string): Promise<void> {
    const known = mentionsIn(before)
    const names = new Set([...mentionsIn(comment.body)].filter((name) => !known.has(name)))
    if (names.size === 0) return
    const { organization_id, user_id } = comment
    const members = await tx
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['m.user_id', 'u.email', 'u.full_name'])
      .where('m.organization_id', '=', organization_id)
      .execute()
    const mentioned = mentionedPeople(names, members).filter((id) => id !== user_id)
    if (mentioned.length === 0) return
    const author = members.find((member) => member.user_id === user_id)
    const payload = {
      comment_id: comment.id,
      image_id: image.id,
      dataset_id: image.dataset_id,
      annotation_id: comment.annotation_id,
      filename: image.filename,
      author: author?.full_name ?? usernameOf(author?.email ?? null) ?? '',
      body: cutText(comment.body, MOST_SHOWN),
      user_ids: mentioned,
    }
    await events.append(tx, organization_id, [{ type: 'annotation_comment.mention', payload }])
  }

  return {
    async list(caller, imageId) {
      const { id } = await images.rowOf(caller, imageId)
      const rows = await authored().where('c.image_id', '=', id).orderBy('c.id').execute()
      return rows.map((row) => shown(row, caller))
    },
    async create(caller, { image_id, annotation_id, body }) {
      const { userId } = caller
      if (userId === null) throw new ApiError('key_without_user', message('comment.needs_user'))
      requireText(body)
      const image = await images.rowOf(caller, image_id)
      const row: AnnotationCommentRow = {
        id: newId(),
        organization_id: caller.organizationId,
        image_id: image.id,
        annotation_id: annotation_id.toLowerCase(),
        user_id: userId,
        body,
        resolved: 0,
        created_at: at(),
        updated_at: null,
      }
      await db.transaction().execute(async (tx) => {
        await requireAnnotation(tx, image.id, annotation_id)
        await tx.insertInto('annotation_comments').values(row).execute()
        await notify(tx, row, image, '')
      })
      events.wake()
      return shownById(caller, row.id)
    },
    async update(caller, id, { body, resolved }) {
      const row = await rowOf(caller, id)
      if (body === undefined && resolved === undefined) {
        throw new ApiError('empty_update', message('api.empty_update'))
      }
      if (body !== undefined) {
        if (row.user_id !== caller.userId) throw new ApiError('not_the_author', message('comment.only_author_edits'))
        requireText(body)
      }
      const image = await images.rowOf(caller, row.image_id)
      const change = {
        ...(body !== undefined && { body }),
        ...(resolved !== undefined && { resolved: resolved ? (1 as const) : (0 as const) }),
        updated_at: at(),
      }
      await db.transaction().execute(async (tx) => {
        await tx.updateTable('annotation_comments').set(change).where('id', '=', row.id).execute()
        await notify(tx, { ...row, ...change }, image, row.body)
      })
      events.wake()
      return shownById(caller, row.id)
    },
    async delete(caller, id) {
      const row = await rowOf(caller, id)
      if (row.user_id !== caller.userId && !roleAtLeast(caller.role, 'admin')) {
        throw new ApiError('not_the_author', message('comment.only_author_or_admin'))
      }
      await db.deleteFrom('annotation_comments').where('id', '=', row.id).execute()
    },
  }
}

/** @throws ApiError invalid_field */
function requireText(body: string): void {
  if (body.trim() !== '') return
  const problem = message('invalid.blank')
  const details = [{ field: '/body', ...saidOf(problem) }]
  const problems = message('invalid.at', { field: '/body', problem })
  throw new ApiError('invalid_field', message('invalid.body', { problems }), details)
}

type Authored = AnnotationCommentRow & { full_name: string | null; email: string | null }

const shown = (row: Authored, { userId }: Caller): AnnotationComment => ({
  id: row.id,
  annotation_id: row.annotation_id,
  body: row.body,
  resolved: row.resolved === 1,
  created_at: row.created_at,
  updated_at: row.updated_at,
  user_id: row.user_id,
  author_name: row.full_name,
  author_username: usernameOf(row.email),
  author_avatar_url: null,
  is_mine: row.user_id === userId,
})

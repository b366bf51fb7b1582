/** Folders: the directories of a data set, addressed by their ids. */
import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { defineEndpoint } from './endpoint.ts'

const fields = {
  id: Type.String(),
  dataset_id: Type.String(),
  name: Type.String(),
  folder_path: Type.String({ description: 'Such as /train/cars' }),
  parent_folder_id: nullable(Type.String()),
  image_count: Type.Integer({ description: 'Directly in it, excluding archived images' }),
  created_at: Type.String(),
}

export const Folder = Type.Object(fields, { $id: 'Folder' })
export type Folder = Static<typeof Folder>

const listed = { ...fields, full_path: Type.String({ description: 'The same as folder_path' }) }

export const ListedFolder = Type.Object(listed, { $id: 'ListedFolder' })
export type ListedFolder = Static<typeof ListedFolder>

export interface FolderTreeNode extends ListedFolder {
  children: FolderTreeNode[]
}

export const FolderTree = Type.Unsafe<FolderTreeNode[]>(
  Type.Array(
    Type.Object(
      { ...listed, children: Type.Array(Type.Unknown(), { description: 'Nodes of the same type' }) },
      { $id: 'FolderTreeNode' },
    ),
  ),
)

export const FolderStats = Type.Object(
  {
    total_images: Type.Integer(),
    total_folders: Type.Integer({ description: 'Including the folder itself' }),
    total_size_bytes: Type.Integer(),
  },
  { $id: 'FolderStats' },
)
export type FolderStats = Static<typeof FolderStats>

export const CreatedFolder = Type.Object({ data: Folder }, { $id: 'CreatedFolder' })
export type CreatedFolder = Static<typeof CreatedFolder>

export const folders = {
  list: defineEndpoint({
    method: 'GET',
    path: '/folders/list/{project_id}',
    role: 'viewer',
    summary: 'List the folders of a data set, by its id: all, those of the root, or the children of one',
    query: Type.Object(
      {
        parent_path: Type.Optional(
          Type.String({ description: 'Omitted: all; empty: those of the root; a path: its children' }),
        ),
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: Type.Array(ListedFolder) },
    errors: ['not_found'],
    idempotent: true,
  }),
  tree: defineEndpoint({
    method: 'GET',
    path: '/folders/tree/{project_id}',
    role: 'viewer',
    summary: 'Read all folders of a data set, by its id, as a tree',
    reply: { as: 'json', schema: FolderTree },
    errors: ['not_found'],
    idempotent: true,
  }),
  stats: defineEndpoint({
    method: 'GET',
    path: '/folders/{folder_id}/stats',
    role: 'viewer',
    summary: 'Count the images of a folder',
    query: Type.Object({ include_subfolders: Type.Boolean({ default: true }) }, { additionalProperties: false }),
    reply: { as: 'json', schema: FolderStats },
    errors: ['not_found'],
    idempotent: true,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/folders/',
    role: 'member',
    summary: 'Create a folder with its parents, or return the existing one',
    body: Type.Object(
      {
        dataset_id: Type.String({ minLength: 1, maxLength: 200 }),
        folder_path: Type.String({ minLength: 1, maxLength: 1000, description: 'Such as /train/cars' }),
      },
      { $id: 'FolderCreate', additionalProperties: false },
    ),
    reply: { as: 'json', schema: CreatedFolder, status: 201 },
    errors: ['not_found'],
    idempotent: true,
  }),
  rename: defineEndpoint({
    method: 'PATCH',
    path: '/folders/{folder_id}/rename',
    role: 'member',
    summary: 'Rename a folder, with the folders and images in it',
    body: Type.Object(
      { new_name: Type.String({ minLength: 1, maxLength: 255 }) },
      { $id: 'FolderRename', additionalProperties: false },
    ),
    reply: { as: 'json', schema: Folder },
    errors: ['not_found', 'name_conflict'],
    idempotent: true,
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/folders/{folder_id}',
    role: 'member',
    summary: 'Delete a folder; with cascade its images move to the parent first',
    query: Type.Object({ cascade: Type.Boolean({ default: false }) }, { additionalProperties: false }),
    reply: { as: 'empty' },
    errors: ['not_found', 'directory_not_empty'],
    idempotent: true,
  }),
} as const

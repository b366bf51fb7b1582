import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { defineEndpoint } from './endpoint.ts'

export const Directory = Type.Object(
  {
    id: Type.String(),
    dataset_id: Type.String(),
    organization_id: nullable(Type.String()),
    name: Type.String(),
    parent_directory_id: nullable(Type.String()),
    full_path: Type.String({ description: 'Such as /train/cars' }),
    image_count: Type.Integer({ description: 'Directly in it, excluding archived images' }),
    nested_image_count: Type.Integer({ description: 'In it and its subdirectories' }),
    created_by: nullable(Type.String()),
    created_at: Type.String(),
    updated_at: nullable(Type.String()),
  },
  { $id: 'Directory' },
)
export type Directory = Static<typeof Directory>

export interface DirectoryTreeNode {
  id: string
  name: string
  full_path: string
  image_count: number
  nested_image_count: number
  children: DirectoryTreeNode[]
}

const treeNode = {
  id: Type.String(),
  name: Type.String(),
  full_path: Type.String(),
  image_count: Type.Integer(),
  nested_image_count: Type.Integer(),
}
export const DirectoryTree = Type.Unsafe<DirectoryTreeNode[]>(
  Type.Array(
    Type.Object(
      { ...treeNode, children: Type.Array(Type.Unknown(), { description: 'Nodes of the same type' }) },
      { $id: 'DirectoryTreeNode' },
    ),
  ),
)

export const DirectoryStats = Type.Object(
  {
    total_directories: Type.Integer({ description: 'Including the directory itself' }),
    total_images: Type.Integer(),
    total_size_bytes: Type.Integer(),
    directories_by_status: Type.Record(Type.String(), Type.Integer(), {
      description: 'Image status to number of directories that hold such images directly',
    }),
  },
  { $id: 'DirectoryStats' },
)
export type DirectoryStats = Static<typeof DirectoryStats>

export const directories = {
  list: defineEndpoint({
    method: 'GET',
    path: '/directories/{dataset}',
    role: 'viewer',
    summary: 'List directories: all, those of the root, or the children of one',
    query: Type.Object(
      {
        parent_path: Type.Optional(
          Type.String({ description: 'Omitted: all; empty: those of the root; a path: its children' }),
        ),
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: Type.Array(Directory) },
    errors: ['not_found'],
    idempotent: true,
  }),
  tree: defineEndpoint({
    method: 'GET',
    path: '/directories/{dataset}/tree',
    role: 'viewer',
    summary: 'Read all directories as a tree',
    reply: { as: 'json', schema: DirectoryTree },
    errors: ['not_found'],
    idempotent: true,
  }),
  stats: defineEndpoint({
    method: 'GET',
    path: '/directories/{dataset}/{directory_path}/stats',
    spans: 'directory_path',
    role: 'viewer',
    summary: 'Read statistics of a directory',
    query: Type.Object({ include_subdirectories: Type.Boolean({ default: true }) }, { additionalProperties: false }),
    reply: { as: 'json', schema: DirectoryStats },
    errors: ['not_found'],
    idempotent: true,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/directories/',
    role: 'member',
    summary: 'Create a directory and its parents; an existing one is returned unchanged',
    body: Type.Object(
      {
        dataset: Type.String({ minLength: 1, description: 'Name or id' }),
        directory_path: Type.String({ minLength: 1, maxLength: 1000 }),
      },
      { $id: 'DirectoryCreate', additionalProperties: false },
    ),
    reply: { as: 'json', schema: Directory, status: 201 },
    errors: ['not_found'],
    idempotent: true,
  }),
  rename: defineEndpoint({
    method: 'PATCH',
    path: '/directories/{dataset}/{directory_path}/rename',
    spans: 'directory_path',
    role: 'member',
    summary: 'Rename a directory; its contents move along',
    body: Type.Object(
      { new_name: Type.String({ minLength: 1, maxLength: 255 }) },
      { $id: 'DirectoryRename', additionalProperties: false },
    ),
    reply: { as: 'json', schema: Directory },
    errors: ['not_found', 'name_conflict'],
    idempotent: false,
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/directories/{dataset}/{directory_path}',
    spans: 'directory_path',
    role: 'admin',
    summary: 'Delete a directory; with cascade its images move to the parent first',
    query: Type.Object({ cascade: Type.Boolean({ default: false }) }, { additionalProperties: false }),
    reply: { as: 'empty' },
    errors: ['not_found', 'directory_not_empty'],
    idempotent: true,
  }),
} as const

import type { GroupHandlers } from '../../http/handler.ts'
import type { ExportDownloads } from './export-downloads.ts'
import type { Exports } from './exports.ts'

export const exportHandlers = (exports: Exports, downloads: ExportDownloads): GroupHandlers<'exports'> => ({
  create: ({ caller, body }) => exports.create(caller, body),
  plan: ({ caller, body }) => exports.plan(caller, body),
  list: ({ caller, query }) => exports.list(caller, query),
  get: ({ caller, params }) => exports.get(caller, params.export_id),
  cancel: ({ caller, params }) => exports.cancel(caller, params.export_id),
  download: ({ caller, params, origin }) => downloads.place(caller, params.export_id, origin),
  archive: ({ params, query }) => downloads.open(params.export_id, query),
  images: ({ caller, params, query }) => exports.images(caller, params.export_id, query),
  image: ({ caller, params }) => exports.openImage(caller, params.export_id, params.position),
  delete: ({ caller, params }) => exports.delete(caller, params.export_id),
})

/** The option that names the store of a server's files. */
import { type Command, Option } from 'commander'

export interface StoreOptions {
  store?: string
}

export const withStoreOption = (command: Command): Command =>
  command.addOption(
    new Option(
      '--store <url>',
      'bucket of uploads, images, models and exports, s3://bucket/prefix?endpoint=…, instead of the data folder',
    ).env('SIGHTLINE_STORE'),
  )

/** Settings of the installation as a whole. */
import type { Generated } from 'kysely'

/** One row. */
export interface InstallationRow {
  id: 1
  /** The organization of the keys that the host and the command line make. */
  default_organization_id: string
  /** The key of secrets that belong to no organization, encrypted by the master key; null until there is one. */
  data_key: Generated<string | null>
}

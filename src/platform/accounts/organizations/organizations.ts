/** Organizations: one exists from the first start; everything else belongs to one. */
import { type Database, newId } from '../../db/database.ts'
import { slugOf } from '../../db/naming/resource-name.ts'

export interface Organizations {
  /** The organization that the installation names as its default; created at the first start. */
  ensureDefault(): Promise<string>
  create(name: string): Promise<string>
  ids(): Promise<string[]>
  /** Returns whether the text is the id, the slug or the name of the organization. */
  isNamed(organizationId: string, text: string): Promise<boolean>
}

const orgSlug = (name: string): string => slugOf(name) || 'organization'

export function createOrganizations(db: Database): Organizations {
  const ids = async () =>
    (await db.selectFrom('organizations').select('id').orderBy('id').execute()).map((row) => row.id)

  async function createIn(tx: Pick<Database, 'selectFrom' | 'insertInto'>, name: string): Promise<string> {
    const id = newId()
    const taken = await tx.selectFrom('organizations').select('id').where('slug', '=', orgSlug(name)).executeTakeFirst()
    const slug = taken ? `${orgSlug(name)}-${id}` : orgSlug(name)
    await tx.insertInto('organizations').values({ id, name, slug, created_at: new Date().toISOString() }).execute()
    return id
  }

  async function isNamed(organizationId: string, text: string): Promise<boolean> {
    const own = await db
      .selectFrom('organizations')
      .select(['slug', 'name'])
      .where('id', '=', organizationId)
      .executeTakeFirst()
    return text === organizationId || text === own?.slug || text === own?.name
  }

  return {
    ids,
    isNamed,
    create: (name) => createIn(db, name),
    ensureDefault: () =>
      db.transaction().execute(async (tx) => {
        const set = await tx.selectFrom('installation').select('default_organization_id').executeTakeFirst()
        if (set) return set.default_organization_id
        const default_organization_id = await createIn(tx, 'My organization')
        await tx.insertInto('installation').values({ id: 1, default_organization_id, files_in_store: 0 }).execute()
        return default_organization_id
      }),
  }
}

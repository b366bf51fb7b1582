import { openAdministration } from '../../../src/platform/work/administration/administration.ts'

/** A key that acts as an operator, made as the command line makes it. */
export async function operatorKeyIn(database: string): Promise<string> {
  const admin = await openAdministration({ dataDir: '/nowhere', database, now: () => new Date() })
  try {
    return await admin.createKey('Operator', 'viewer', null, true)
  } finally {
    await admin.close()
  }
}

/** `sightline admin`: keys, people, operators, shares and the master key of a server, for its administrator. */

import { resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { masterKeyOf } from '../platform/accounts/secrets/master-key.ts'
import { createFilesPrivately } from '../platform/machine/private-folder.ts'
import { type Administration, openAdministration } from '../platform/work/administration/administration.ts'
import { ROLES, type Role } from '../shared/api/endpoint.ts'
import { oneLine, printable } from '../shared/domain/printable.ts'
import { moveDatabaseCommand } from './backup-command.ts'
import { parsePublicUrl } from './serve-options.ts'
import { type ServerData, withServerData } from './server-options.ts'
import { setShareCommand, shareTable } from './shares-command.ts'
import { EXIT, guarded, print, tableOf } from './terminal.ts'

interface ListOptions extends ServerData {
  json?: boolean
}

export const adminCommand = (): Command =>
  new Command('admin')
    .description('manage keys, people, operators, shares and the master key of a server, also while it serves')
    .addCommand(
      new Command('keys')
        .description('API keys')
        .addCommand(listing('list', 'list the keys', (admin) => admin.keys(), keyTable))
        .addCommand(createKey())
        .addCommand(
          changing('revoke', 'revoke a key', 'key', 'id of the key, as listed', async (admin, id) => {
            await admin.revokeKey(id)
            return `The key ${id} was revoked.`
          }),
        ),
    )
    .addCommand(
      new Command('people')
        .description('members of the organization')
        .addCommand(listing('list', 'list the members', (admin) => admin.people(), peopleTable))
        .addCommand(
          changing(
            'make-owner',
            'give a member the role owner',
            'email',
            'address of the member',
            async (admin, email) => {
              await admin.makeOwner(email)
              return `${email} is an owner.`
            },
          ),
        )
        .addCommand(
          changing(
            'reset-password',
            'give a member a new password, and end all sessions of the member',
            ...(['email', 'address of the member'] as const),
            async (admin, email) => `New password of ${email}, shown only now: ${await admin.resetPassword(email)}`,
          ),
        )
        .addCommand(
          changing(
            'reset-second-factor',
            'turn two-factor sign-in of a member off, and end all sessions of the member',
            ...(['email', 'address of the member'] as const),
            async (admin, email) => {
              await admin.resetSecondFactor(email)
              return `Two-factor sign-in of ${email} is off.`
            },
          ),
        )
        .addCommand(signInLink()),
    )
    .addCommand(
      new Command('operator')
        .description('people who operate the server: its machines, and the plans of organizations')
        .addCommand(listing('list', 'list the operators', (admin) => admin.operators(), operatorTable))
        .addCommand(
          changing(
            'add',
            'make a person of any organization an operator',
            ...(['email', 'address of the person'] as const),
            async (admin, email) => {
              await admin.addOperator(email)
              return `${email} is an operator.`
            },
          ),
        )
        .addCommand(
          changing(
            'remove',
            'take the role of an operator away',
            ...(['email', 'address of the operator'] as const),
            async (admin, email) => {
              await admin.removeOperator(email)
              return `${email} is no operator any more.`
            },
          ),
        ),
    )
    .addCommand(
      new Command('shares')
        .description('shares of organizations in the workers')
        .addCommand(listing('list', 'list the shares', (admin) => admin.shares(), shareTable))
        .addCommand(
          setShareCommand((options, slug, change) =>
            administer(options, async (admin) =>
              print(`The share of ${await admin.changeShare(slug, change)} was changed.`),
            ),
          ),
        ),
    )
    .addCommand(rotateMasterKey())
    .addCommand(moveDatabaseCommand())

function rotateMasterKey(): Command {
  const description = 'replace the key that encrypts stored secrets, also while the server works'
  return withServerData(new Command('rotate-master-key').description(description))
    .addHelpText(
      'after',
      '\nThe new key is made, or read from SIGHTLINE_NEW_MASTER_KEY or the file that SIGHTLINE_NEW_MASTER_KEY_FILE names.',
    )
    .action((options: ServerData) =>
      administer(options, async (admin) => {
        const given = await masterKeyOf(process.env)
        const next = await masterKeyOf(process.env, 'SIGHTLINE_NEW_MASTER_KEY')
        const { rotated, unreadable } = await admin.rotateMasterKey({
          given,
          next,
          // Before it is used: a command that is killed afterwards has shown it.
          announce: (key) =>
            printed(`New master key, shown only now and valid once this command has succeeded: ${key}`),
        })
        print(`The master key was rotated. Data keys that the new one encrypts: ${rotated}.`)
        if (unreadable > 0) print(`Data keys that could not be read before either, and were left alone: ${unreadable}.`)
        if (given !== undefined) {
          print('Restart the server with the new key in SIGHTLINE_MASTER_KEY or SIGHTLINE_MASTER_KEY_FILE.')
        }
      }),
    )
}

/** Returns when the text has left this process. */
const printed = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(`${printable(text)}\n`, (error) => (error ? reject(error) : resolve()))
  })

function createKey(): Command {
  return withServerData(new Command('create').description('create a key; its secret is printed once'))
    .argument('<name>', 'name of the key')
    .addOption(new Option('--role <role>', 'role of the key').choices(ROLES).makeOptionMandatory())
    .option('--expires <time>', 'time at which it expires, such as 2027-01-31', parseTime)
    .option('--operator', 'the key may also make the calls of operators of the server')
    .action((name: string, options: ServerData & { role: Role; expires?: Date; operator?: true }) =>
      administer(options, async (admin) => {
        const secret = await admin.createKey(name, options.role, options.expires ?? null, options.operator === true)
        print(
          `Key ${oneLine(name)} with the role ${rolesOf(options.role, options.operator)}, shown only now: ${secret}`,
        )
      }),
    )
}

function signInLink(): Command {
  return withServerData(
    new Command('sign-in-link').description('print a link that signs a member in, once within 15 minutes'),
  )
    .argument('<email>', 'address of the member')
    .option('--public-url <url>', 'address of the server', parsePublicUrl, 'http://127.0.0.1:8620')
    .action((email: string, options: ServerData & { publicUrl: string }) =>
      administer(options, async (admin) => {
        const path = await admin.signInLink(email)
        print(`Link that signs in ${email}, valid once within 15 minutes: ${options.publicUrl}${path}`)
      }),
    )
}

function parseTime(text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('A time is such as 2027-01-31.')
  if (time.getTime() <= Date.now()) throw new InvalidArgumentError('It must be in the future.')
  return time
}

const listing = <T>(
  name: string,
  description: string,
  read: (admin: Administration) => Promise<T[]>,
  table: (rows: readonly T[]) => string,
): Command =>
  withServerData(new Command(name).description(description))
    .option('--json', 'print them as JSON')
    .action((options: ListOptions) =>
      administer(options, async (admin) => {
        const rows = await read(admin)
        print(options.json ? JSON.stringify(rows, null, 2) : table(rows))
      }),
    )

const changing = (
  name: string,
  description: string,
  argument: string,
  meaning: string,
  change: (admin: Administration, argument: string) => Promise<string>,
): Command =>
  withServerData(new Command(name).description(description))
    .argument(`<${argument}>`, meaning)
    .action((given: string, options: ServerData) =>
      administer(options, async (admin) => print(await change(admin, given))),
    )

const administer = (options: ServerData, work: (admin: Administration) => Promise<void>): Promise<void> =>
  guarded(async () => {
    createFilesPrivately()
    const { data, database } = options
    const admin = await openAdministration({
      dataDir: resolve(data),
      now: () => new Date(),
      ...(database && { database }),
    })
    try {
      await work(admin)
      return EXIT.ok
    } finally {
      await admin.close()
    }
  })

/** In an organization, and in the installation. */
const rolesOf = (role: Role, isOperator = false): string => (isOperator ? `${role}, operator` : role)

const dayOf = (time: string | null): string => time?.slice(0, 10) ?? 'never'

const keyTable = (keys: readonly Awaited<ReturnType<Administration['keys']>>[number][]): string =>
  tableOf([
    ['Id', 'Begins with', 'Role', 'State', 'Last used', 'Expires', 'Name'],
    ...keys.map((key) => [
      ...[
        key.id,
        key.key_prefix,
        rolesOf(key.role, key.is_operator),
        key.is_active ? 'on' : 'off',
        dayOf(key.last_used_at),
      ],
      ...[dayOf(key.expires_at), key.name],
    ]),
  ])

const peopleTable = (people: readonly Awaited<ReturnType<Administration['people']>>[number][]): string =>
  people.length === 0
    ? 'There are no members yet. The link that the server prints at its start makes the first owner.'
    : tableOf([
        ['E-mail', 'Role', 'Password', 'Two factors', 'Name'],
        ...people.map(({ email, role, has_password, has_second_factor, full_name }) => [
          ...[email ?? '', role, has_password ? 'yes' : 'no', has_second_factor ? 'yes' : 'no', full_name ?? ''],
        ]),
      ])

const operatorTable = (operators: readonly Awaited<ReturnType<Administration['operators']>>[number][]): string =>
  operators.length === 0
    ? 'There are no operators. Name one: sightline admin operator add.'
    : tableOf([
        ['E-mail', 'Since', 'In an organization', 'Name'],
        ...operators.map(({ email, added_at, is_member, full_name }) => [
          ...[email ?? '', dayOf(added_at), is_member ? 'yes' : 'no', full_name ?? ''],
        ]),
      ])

/** `sightline mcp`: the tools of a platform for an agent on this machine, over standard input and output. */
import { Command, Option } from 'commander'
import { ROLES, type Role } from '../shared/api/endpoint.ts'
import { type PlatformOptions, withPlatform, withPlatformOptions } from './platform-access.ts'
import { EXIT, guarded, onSignals } from './terminal.ts'

interface McpOptions extends PlatformOptions {
  role: Role
}

export const mcpCommand = (): Command =>
  withPlatformOptions(new Command('mcp').description('offer Sightline’s tools to an agent (Model Context Protocol)'))
    .addOption(
      new Option('--role <role>', 'role of the agent on this machine’s data; a server’s key has its own')
        .choices(ROLES)
        .default('member'),
    )
    .addHelpText('after', '\nThe agent starts this command itself: see docs/agents.md.')
    .action((options: McpOptions) =>
      guarded(async () => {
        const inTheApp = 'Close it and try again'
        await withPlatform(
          options,
          async (access) => {
            const { relayTools } = await import('./mcp-relay.ts')
            await relayTools(access, untilSignal())
          },
          { role: options.role, inTheApp, executesRuns: true },
        )
        return EXIT.ok
      }),
    )

function untilSignal(): AbortSignal {
  const stopping = new AbortController()
  onSignals(() => stopping.abort())
  return stopping.signal
}

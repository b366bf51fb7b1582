import { dirname, resolve } from 'node:path'
import { Command } from 'commander'
import type { Graph } from '../shared/graph/graph.ts'
import { blocksRun, type Issue } from '../shared/graph/issue.ts'
import { validate } from '../shared/graph/validate.ts'
import { loadWorkflow, type NamedResource, namedResources } from './local-workflow.ts'
import { MODELS_HERE, sam3Folder } from './resources.ts'
import { EXIT, guarded, issueLine, print, say } from './terminal.ts'

interface ValidateOptions {
  json?: boolean
  resources?: boolean
}

export const validateCommand = () =>
  new Command('validate')
    .description('check a workflow and print its problems')
    .argument('<file>', 'a .sightline.json file, or a bare graph')
    .option('--resources', 'also check the files, models and addresses that it names, on this machine')
    .option('--json', 'print the issues as JSON')
    .addHelpText('after', '\nExit code: 0 when it can run, 1 when it can’t, 2 when the file can’t be read.')
    .action((file: string, options: ValidateOptions) =>
      guarded(async () => {
        const { graph } = await loadWorkflow(file)
        const structure = validate(graph, MODELS_HERE)
        const named = blocksRun(structure) ? [] : namedResources(graph as Graph)
        const issues = options.resources ? [...structure, ...(await checked(named, file))] : structure
        if (options.json) print(JSON.stringify(issues, null, 2))
        else print(issues.length === 0 ? 'No problems found.' : issues.map(issueLine).join('\n'))
        if (!options.resources) sayUnchecked(blocksRun(structure), named)
        return blocksRun(issues) ? EXIT.failed : EXIT.ok
      }),
    )

async function checked(named: readonly NamedResource[], file: string): Promise<Issue[]> {
  const folders = { workflow: dirname(resolve(file)), sam3: sam3Folder() }
  const found = await Promise.all(named.map((resource) => resource.check(folders)))
  return found.filter((problem) => problem !== null)
}

/** On stderr, so that a program that reads the issues reads nothing else. */
function sayUnchecked(isBroken: boolean, named: readonly NamedResource[]): void {
  if (isBroken) {
    say('Not checked: the files, models and addresses that the workflow names. Fix these problems first.')
    return
  }
  const titles = [...new Set(named.map((resource) => resource.title))]
  if (titles.length > 0)
    say(`Not checked: ${titles.join(', ')}. Add --resources to check ${titles.length === 1 ? 'it' : 'them'}.`)
}

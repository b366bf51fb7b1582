import { Command } from 'commander'
import { blocksRun } from '../shared/graph/issue.ts'
import { validate } from '../shared/graph/validate.ts'
import { issueLine } from './issue-lines.ts'
import { MODELS_HERE } from './resources.ts'
import { EXIT, guarded, print } from './terminal.ts'
import { loadWorkflow } from './workflow-file.ts'

export const validateCommand = () =>
  new Command('validate')
    .description('check a workflow and print what is wrong with it')
    .argument('<file>', 'a .sightline.json file, or a bare graph')
    .option('--json', 'print the issues as JSON')
    .addHelpText('after', '\nExit code: 0 when it can run, 1 when it can’t, 2 when the file can’t be read.')
    .action((file: string, options: { json?: boolean }) =>
      guarded(async () => {
        const { graph } = await loadWorkflow(file)
        const issues = validate(graph, MODELS_HERE)
        if (options.json) print(JSON.stringify(issues, null, 2))
        else print(issues.length === 0 ? 'No problems found.' : issues.map(issueLine).join('\n'))
        return blocksRun(issues) ? EXIT.failed : EXIT.ok
      }),
    )

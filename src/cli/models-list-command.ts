import { Command } from 'commander'
import type { ApiClient } from '../client/client.ts'
import type { Model } from '../shared/api/models.ts'
import { classWords, taskWords } from './model-task.ts'
import { type PlatformOptions, withPlatform, withPlatformOptions } from './platform-access.ts'
import { tableOf } from './table.ts'
import { EXIT, guarded, print } from './terminal.ts'

const PAGE = 100

export const modelsListCommand = (): Command =>
  withPlatformOptions(new Command('list').description('list the models that workflows can use'))
    .option('--json', 'print them as JSON')
    .action((options: PlatformOptions & { json?: boolean }) =>
      guarded(async () => {
        const models = await withPlatform(options, ({ client }) => allModels(client))
        if (options.json) print(JSON.stringify(models, null, 2))
        else print(models.length === 0 ? 'There are no models.' : table(models))
        return EXIT.ok
      }),
    )

async function allModels(client: ApiClient): Promise<Model[]> {
  const models: Model[] = []
  for (;;) {
    const { data, has_more } = await client.models.list({ query: { limit: PAGE, offset: models.length } })
    models.push(...data)
    if (!has_more || data.length === 0) return models
  }
}

const MAX_CLASSES = 5

function table(models: readonly Model[]): string {
  const rows = models.map(({ name, model_type, architecture, precision, status, class_mapping }) => {
    const classes = classWords(Object.values(class_mapping ?? {}), MAX_CLASSES)
    return [name, taskWords(model_type, architecture), precision, status, classes]
  })
  return tableOf([['Name', 'Kind', 'Precision', 'Status', 'Classes'], ...rows])
}

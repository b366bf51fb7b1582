/** A data set with its directories. */
import { useCallback } from 'react'
import type { Dataset, DatasetClass } from '../../../../shared/api/datasets.ts'
import type { ListedFolder } from '../../../../shared/api/folders.ts'
import { classColor } from '../../../../shared/domain/class-color.ts'
import { useHost } from '../../../base/host/host-context.ts'
import type { ColorOfClass } from '../../../base/ui/class-colors.ts'
import { type Resource, useResource } from '../../../base/ui/resource.tsx'

export interface OpenDataset {
  dataset: Dataset
  folders: readonly ListedFolder[]
}

/** @param datasetId id or name, as an address may have it */
export function useDataset(datasetId: string): Resource<OpenDataset> {
  const host = useHost()
  return useResource(
    useCallback(async () => {
      const dataset = await host.api('datasets.get', { params: { dataset: datasetId } })
      const folders = await host.api('folders.list', { params: { project_id: dataset.id } })
      return { dataset, folders }
    }, [host, datasetId]),
  )
}

/** The colours of a data set's classes: those it has itself, and for others that of the name. */
export function colorsOf(classes: readonly DatasetClass[]): ColorOfClass {
  const colors = new Map(classes.map(({ name, color }) => [name, color]))
  return (name) => colors.get(name) ?? classColor(name)
}

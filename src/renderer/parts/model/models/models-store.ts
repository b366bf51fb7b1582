/** Notes that models were imported or changed on this page: lists of models read again when the count changes. */
import { createStore } from 'zustand/vanilla'

export const modelsStore = createStore<{ readonly changes: number }>()(() => ({ changes: 0 }))

export const noteModels = (): void => modelsStore.setState(({ changes }) => ({ changes: changes + 1 }))

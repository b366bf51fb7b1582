/** Resolves the names of models and sources that a config references by id. */
export interface Names {
  modelName?(id: string): string | undefined
  sourceName?(uri: string): string | null | undefined
}

/** What a sample call is made of: ids of existing objects, and the parts of a request. */

export interface Things {
  workflow: string
  endedRun: string
  artifact: string
  organization: string
  model: string
  modelHandle: string
  dataset: string
  /** In the directory `train` of the data set. */
  image: string
  /** An annotation of the image. */
  annotation: string
  /** On the annotation, by a member. */
  comment: string
  imageHandle: string
  /** The directory `train` of the data set. */
  folder: string
  /** A data set with a completed scan for near-duplicates. */
  scannedDataset: string
  webhook: string
  apiKey: string
  member: string
  /** The user id of an operator beside another one. */
  operator: string
  /** The address of a member who is no operator. */
  operatorAddress: string
  invite: string
  notification: string
  /** A completed export of the data set. */
  export: string
  /** A planned import into the data set. */
  plannedImport: string
  /** A completed import into the data set. */
  import: string
  /** The handle of a file of labels. */
  labelsHandle: string
  /** A completed evaluation of the model on the export. */
  evaluation: string
  batch: string
  deployment: string
  pausedDeployment: string
  /** The address of a store with a bucket. */
  store: string
  storageConnection: string
  /** A completed import from the connection. */
  storageImport: string
  /** The user id of a member. */
  assignee: string
  /** A task with the image. */
  task: string
  /** Records of the Studio by keys of no person. */
  studioBatch: string
  studioTruth: string
  /** Labels of the ended run. */
  studioRunLabels: string
  /** A version of the workflow. */
  studioVersion: string
}

export interface Sample {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** Statuses besides 2xx that show that the call was authorized: the sample is used many times. */
  also?: number[]
}

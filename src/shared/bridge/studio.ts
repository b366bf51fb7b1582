/** The contract between the Studio and its host, implemented by the Electron main process and the web host. */
import { type Static, Type } from 'typebox'
import { ErrorDetail } from '../api/errors.ts'
import { VideoMetadata } from '../api/video.ts'
import { LANGUAGES, type Language } from '../domain/language.ts'
import { nullable } from '../domain/nullable.ts'
import { RunUpdate } from '../domain/run.ts'
import { Settings, SettingsChange } from '../domain/settings.ts'
import { WorkflowFile } from '../graph/graph.ts'
import { MessageText } from '../messages/message.ts'
import { type Client, call, type Impl, stream } from './contract.ts'
import {
  CatalogueModel,
  ModelDownload,
  ModelDownloadUpdate,
  ModelQuery,
  ResolvedModel,
  UnfinishedDownloads,
} from './model-downloads.ts'
import {
  DeletedServer,
  Server,
  ServerCheck,
  ServerEdit,
  ServerId,
  ServerSignIn,
  ServerSignInUpdate,
  ServerState,
  Servers,
} from './servers.ts'
import { Account } from './visitor.ts'

const Nothing = Type.Object({}, { additionalProperties: false })

export const HostInfo = Type.Object({
  host: Type.Enum(['electron', 'web']),
  version: Type.String(),
  os: Type.String({ description: "Node's process.platform" }),
  native_dialogs: Type.Boolean({ description: 'False: the page picks files itself and uploads them' }),
  files_base: Type.String({
    description:
      'Artifacts are at <files_base>/runs/<run id>/<artifact id>, several as a ZIP archive at <files_base>/archive/<run id>?artifact=<id>&pictures=<node id>, sources at <files_base>/source?uri=, images of data sets at <files_base>/images/<image id>, images of exports at <files_base>/exports/<export id>/images/<position>, their archives at <files_base>/exports/<export id>/archive, weights at <files_base>/models/<model id>',
  }),
  data_dir: nullable(
    Type.String({ description: 'Where workflows, models and runs are kept, for display; null on a server' }),
  ),
  upload_url: Type.String({
    description:
      'PUT a file to <upload_url>?filename=&purpose=; returns a PickedSource for a source, else a StoredUpload',
  }),
  session_url: nullable(
    Type.String({ description: 'The session of this browser, see session.ts; null where no browser signs in' }),
  ),
  account: nullable(Account),
  server: nullable(Server),
  local_files: Type.Boolean({
    description: 'The platform reads files of this machine by their path; false: the page uploads them',
  }),
  updates: Type.Boolean({ description: 'The app can update itself: true for the packaged app of a release' }),
})
export type HostInfo = Static<typeof HostInfo>

export const PickedSource = Type.Object({
  uri: Type.String({ description: 'Goes into the source block' }),
  name: Type.String(),
  kind: Type.Enum(['video', 'image']),
  size_bytes: Type.Integer(),
  video: nullable(VideoMetadata),
})
export type PickedSource = Static<typeof PickedSource>

export const UPLOAD_PURPOSES = ['source', 'model', 'image', 'dataset'] as const
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]

export const StoredUpload = Type.Object({ uri: Type.String({ description: 'The handle of the stored file' }) })
export type StoredUpload = Static<typeof StoredUpload>

/** Commands of the native menu. The page has keys and buttons of its own for all of them. */
export const MenuCommand = Type.Enum(['new', 'open', 'save', 'save_as', 'undo', 'redo', 'shortcuts', 'guide'])
export type MenuCommand = Static<typeof MenuCommand>

const PageLanguage = Type.Enum(Object.keys(LANGUAGES) as Language[])

/** An update of a followed run. A later stream continues after its `event_id`; states that are sent anew have none. */
const FollowedUpdate = Type.Intersect([RunUpdate, Type.Object({ event_id: Type.Optional(Type.String()) })])

export const STUDIO = {
  hostInfo: call(Nothing, HostInfo),
  /** Any JSON endpoint of the platform, through the host's API client; input and output are typed by the endpoint. */
  api: call(
    Type.Object({ endpoint: Type.String(), input: Type.Unknown() }, { additionalProperties: false }),
    Type.Unknown(),
  ),
  /**
   * A run's updates over one connection to the platform, after the one with the id `after`. The stream ends with the
   * run, or when the connection is lost.
   */
  followRun: stream(
    Type.Object({ run_id: Type.String(), after: Type.Optional(Type.String()) }, { additionalProperties: false }),
    FollowedUpdate,
  ),
  /** Native dialogs; null when the user closed the dialog. Only if `native_dialogs` is true. */
  pickSource: call(
    Type.Object({ kind: Type.Enum(['video', 'image']) }, { additionalProperties: false }),
    nullable(PickedSource),
  ),
  /** Paths of several videos and images, for `openSourcePath`; empty when the user closed the dialog. */
  pickSourcePaths: call(Nothing, Type.Array(Type.String())),
  /** A file dropped on the window whose path the host knows (Electron). */
  openSourcePath: call(Type.Object({ path: Type.String() }, { additionalProperties: false }), PickedSource),
  /** The file behind a source handle, to show the video of a saved workflow. */
  describeSource: call(Type.Object({ uri: Type.String() }, { additionalProperties: false }), nullable(PickedSource)),
  openWorkflowFile: call(Nothing, nullable(Type.Object({ path: Type.String(), file: WorkflowFile }))),
  saveWorkflowFile: call(
    Type.Object({ path: nullable(Type.String()), file: WorkflowFile }, { additionalProperties: false }),
    nullable(Type.Object({ path: Type.String() })),
  ),
  /** Reads the file of a run's artifact again and returns its present digest and size. */
  digestArtifact: call(
    Type.Object({ run_id: Type.String(), artifact_id: Type.String() }, { additionalProperties: false }),
    Type.Object({ sha256: Type.String(), size_bytes: Type.Integer() }),
  ),
  /** Shows a run's folder in the file manager; Electron only. */
  revealRun: call(Type.Object({ run_id: Type.String() }, { additionalProperties: false }), Type.Null()),
  /**
   * Commands picked from the native menu, which is switched to the page's language; never emits on a host without a
   * menu.
   */
  menuCommands: stream(Type.Object({ language: PageLanguage }, { additionalProperties: false }), MenuCommand),
  /** The models that the catalogue offers. */
  modelCatalogue: call(Nothing, Type.Array(CatalogueModel)),
  /** Lists the ONNX files behind a name or address, with their licence. Fails with the codes of `MODEL_GET_ERRORS`. */
  resolveModel: call(ModelQuery, ResolvedModel),
  /**
   * Downloads, checks and imports a model, and ends after `done`. A stopped stream keeps the bytes that it received; the
   * same call resumes them. Fails with the codes of `MODEL_GET_ERRORS`, or those of `models.import`.
   */
  getModel: stream(ModelDownload, ModelDownloadUpdate),
  unfinishedDownloads: call(Nothing, UnfinishedDownloads),
  /** Removes the bytes of all downloads that are not under way. */
  clearDownloads: call(Nothing, Type.Null()),
  /** The servers of the user, and the one in use. */
  listServers: call(Nothing, Servers),
  saveServer: call(ServerEdit, Server),
  /** Revokes the key too, if it is from a sign-in. */
  deleteServer: call(ServerId, DeletedServer),
  /**
   * Signs the app in to a server and stores it. Fails with denied, expired, not_supported by an older server, or a code of
   * `SERVER_PROBLEMS`. A stopped stream stores nothing.
   */
  signInToServer: stream(ServerSignIn, ServerSignInUpdate),
  /** Switches every page of the host to a server, or to the embedded platform. */
  switchServer: call(Type.Object({ id: nullable(Type.String()) }, { additionalProperties: false }), Type.Null()),
  /** Tests the values of a form; failures are part of the result. */
  testServer: call(ServerEdit, ServerCheck),
  /** Emits the state of the connection at once, and after each change. */
  followServer: stream(Nothing, ServerState),
  /** Tests the server in use again, for `followServer`. */
  checkServer: call(Nothing, Type.Null()),
  getSettings: call(Nothing, Settings),
  setSettings: call(SettingsChange, Settings),
} as const

export type StudioImpl = Impl<typeof STUDIO>
export type StudioClient = Client<typeof STUDIO>

/** An error as it crosses the bridge. */
export const BridgeError = Type.Object({
  code: Type.String({
    description:
      'An API error code, or unreachable, cancelled, not_supported, file_unreadable, file_unwritable, internal, denied, expired, one of SERVER_PROBLEMS or MODEL_GET_ERRORS',
  }),
  message: Type.String(),
  text: Type.Optional(MessageText),
  details: Type.Array(ErrorDetail),
})
export type BridgeError = Static<typeof BridgeError>

/** A store with the API of S3 in a process of its own, and the objects in it. */
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { ACCOUNT, BUCKET, startObjectStore } from '../../../tools/test/object-store-server.mjs'

export { ACCOUNT }

export type TestStore = Awaited<ReturnType<typeof startStore>>

function clientOf(endpoint: string): S3Client {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'
  return new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    credentials: { accessKeyId: ACCOUNT, secretAccessKey: ACCOUNT },
  })
}

/** Keys below a prefix, each with the time of its last write. */
export async function writesBelow(endpoint: string, Prefix: string): Promise<[string, Date][]> {
  const client = clientOf(endpoint)
  try {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix }))
    return Contents.map(({ Key, LastModified }) => [Key as string, LastModified as Date])
  } finally {
    client.destroy()
  }
}

/** Removes all objects below a prefix. */
export async function removeBelow(endpoint: string, prefix: string): Promise<void> {
  const client = clientOf(endpoint)
  try {
    for (const [Key] of await writesBelow(endpoint, prefix))
      await client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key }))
  } finally {
    client.destroy()
  }
}

export async function startStore() {
  const server = await startObjectStore()
  const client = clientOf(server.endpoint)
  return {
    ...server,
    async put(Key: string, Body: string): Promise<void> {
      await client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }))
    },
    /** Keys below a prefix. */
    async keys(Prefix: string): Promise<string[]> {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix }))
      return Contents.map(({ Key }) => Key as string)
    },
    async close(): Promise<void> {
      client.destroy()
      await server.close()
    },
  }
}

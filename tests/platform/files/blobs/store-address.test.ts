/** The address of a store as operators write it. */
import { describe, expect, it } from 'vitest'
import { storeAddressOf } from '../../../../src/platform/files/blobs/store-address.ts'

describe('the address of a store', () => {
  it('names a bucket, a prefix, and where the bucket is', () => {
    const none = { endpoint: null, region: null }
    expect(storeAddressOf('s3://files')).toEqual({ bucket: 'files', prefix: '', ...none })
    expect(storeAddressOf('s3://files/team/a b/')).toEqual({ bucket: 'files', prefix: 'team/a b/', ...none })
    expect(storeAddressOf('s3://files?endpoint=http://127.0.0.1:9000&region=eu-1')).toEqual({
      bucket: 'files',
      prefix: '',
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu-1',
    })
  })

  it.each([
    'files',
    'https://files',
    's3://',
    's3://Files_1',
    's3://key:secret@files',
    's3://files?endpoint=minio',
    's3://files?endpoint=ftp://host',
    's3://files?regoin=eu',
    's3://files#team',
  ])('is refused with its form when it is %s', (text) => {
    expect(() => storeAddressOf(text)).toThrow('s3://bucket/prefix')
  })
})

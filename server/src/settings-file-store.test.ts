import { expect, it } from 'vitest'
import { fileStoreSettingsOf, readFileStoreSettings } from './settings-file-store.ts'

const keys = { S3_ACCESS_KEY_ID: 'console', S3_SECRET_ACCESS_KEY: 'secret' }

it('keeps files in the data directory unless FILES_URL names another place', () => {
  expect(readFileStoreSettings({}, '/srv/kobo')).toEqual({ kind: 'folder', folder: '/srv/kobo/files' })
  expect(readFileStoreSettings({ FILES_URL: 'file:///mnt/shared/files' }, '/srv/kobo')).toEqual({
    kind: 'folder',
    folder: '/mnt/shared/files',
  })
})

it('reads a bucket, its folder and its access', () => {
  expect(
    fileStoreSettingsOf('s3://kobo-files/console/live/', { ...keys, S3_ENDPOINT: 'https://objects.example.com' }),
  ).toEqual({
    kind: 's3',
    bucket: 'kobo-files',
    prefix: 'console/live/',
    endpoint: 'https://objects.example.com',
    region: 'us-east-1',
    credentials: { accessKeyId: 'console', secretAccessKey: 'secret' },
  })
  expect(fileStoreSettingsOf('s3://kobo-files', { S3_REGION: 'af-south-1' })).toMatchObject({
    prefix: '',
    endpoint: null,
    region: 'af-south-1',
    credentials: null,
  })
})

it.each([
  ['s3://', {}, /^FILES_URL must be s3:/],
  ['s3://Kobo_Files', {}, /^FILES_URL must be s3:/],
  ['s3://kobo-files/../other files', {}, /^FILES_URL must be s3:/],
  ['https://objects.example.com/kobo-files', {}, /^FILES_URL must be s3:/],
  ['file://relative', {}, /^FILES_URL must be s3:/],
  ['s3://kobo-files', { S3_ENDPOINT: 'objects.example.com' }, /^S3_ENDPOINT must be a URL/],
  [
    's3://kobo-files',
    { S3_ENDPOINT: 'http://objects.example.com', NODE_ENV: 'production' },
    /^NODE_ENV=production requires an https URL in S3_ENDPOINT/,
  ],
  ['s3://kobo-files', { S3_ACCESS_KEY_ID: 'console' }, /must be set together/],
])('rejects %s with %j', (url, env, message) => {
  expect(() => fileStoreSettingsOf(url, env)).toThrow(message)
})

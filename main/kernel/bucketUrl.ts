/**
 * Where a bucket of an S3 store is, without a slash at its end. `endpoint`: of a store other than Amazon's, with the bucket as the first
 * part of its path or in its host already; null: Amazon's of the region.
 */
export const bucketUrl = (bucket: string, endpoint: string | null, region: string): string => {
  if (endpoint !== null) {
    const root = endpoint.replace(/\/+$/, '')
    return isInHost(bucket, root) ? root : `${root}/${bucket}`
  }
  // Names with dots do not fit the certificate of the host that has the bucket in its name.
  return bucket.includes('.')
    ? `https://s3.${region}.amazonaws.com/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`
}

/** A store has a host of three names at least; `results.example.org` may be one with a bucket that is called results, too. */
const isInHost = (bucket: string, endpoint: string): boolean => {
  const { hostname } = new URL(endpoint)
  return hostname.startsWith(`${bucket}.`) && /^(?:[a-z0-9-]+\.){2,}[a-z]+$/.test(hostname.slice(bucket.length + 1))
}

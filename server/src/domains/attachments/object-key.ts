// The name of a file in the bucket. It begins with the tenant, so that permissions and listings can be limited to one.

export function objectKey(tenantId: string, id: string): string {
  return `attachments/${tenantId}/${id}`
}

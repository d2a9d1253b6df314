// The media type that the client named, if it is one. It is only shown, and the file is never served with it.

const MEDIA_TYPE = /^[A-Za-z0-9!#$&^_.+-]{1,63}\/[A-Za-z0-9!#$&^_.+-]{1,63}$/

export function mediaTypeOf(header: string | undefined): string {
  const essence = header?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return MEDIA_TYPE.test(essence) ? essence : 'application/octet-stream'
}

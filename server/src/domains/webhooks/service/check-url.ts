// Whether an address could be used at all, asked before it is stored: a friendlier moment than the first failed delivery.
import type { Egress } from '#egress/egress.ts'
import { urlRefused } from '../errors.ts'

export async function checkUrl(
  egress: Pick<Egress, 'findFault'>,
  url: string | undefined,
): Promise<void> {
  const fault = url === undefined ? null : await egress.findFault(url)
  if (fault) throw urlRefused(fault)
}

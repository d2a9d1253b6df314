// What can be done to a custom field, after which every list of them is read again.
import { useMutation, useQueryClient } from '@tanstack/react-query'

export function useFieldAct<Given, Result>(act: (given: Given) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: () => client.invalidateQueries({ queryKey: ['fields'] }),
  })
}

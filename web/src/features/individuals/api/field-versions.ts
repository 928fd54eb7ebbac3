import { useMutation, useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useInvalidateIndividuals } from '../../../pii/invalidate-individuals.ts';

/** Versions of a field, masked, newest first; each reading is audited. */
export const useFieldVersions = (id: number) =>
  useQuery({
    queryKey: ['/individuals/field-versions', id],
    queryFn: ({ signal }) => client.call('GET /pii-fields/{id}/history', { params: { id }, signal }),
    gcTime: 0,
  });

/** Seals a field at once; it is destroyed when the retention floor has passed. */
export function useDeleteField(id: number) {
  const onSuccess = useInvalidateIndividuals();
  return useMutation({
    mutationFn: () => client.call('DELETE /pii-fields/{id}', { params: { id } }),
    onSuccess,
  });
}

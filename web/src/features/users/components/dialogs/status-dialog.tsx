import { type User, userStatuses } from '@pii-vault/contract/users/users-schema';
import { StatusDialog } from '../../../../ui/status-dialog.tsx';
import { useSetUserStatus } from '../../queries.ts';
import { userName } from '../../rules/user-name.ts';

/** Active, inactive or suspended. */
export const UserStatusDialog = ({ user, onClose }: { user: User; onClose: () => void }) => (
  <StatusDialog
    texts="users"
    row={user}
    name={userName(user)}
    statuses={userStatuses}
    isDanger={(status) => status !== 'active'}
    useSet={useSetUserStatus}
    onClose={onClose}
  />
);

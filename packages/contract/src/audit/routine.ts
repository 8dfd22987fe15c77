/** `action` of routine entries, which the list can leave out. */
export const routineActions = {
  sign_ins: [
    'account.login',
    'account.revoke',
    'account.confirm_password',
    'account.end_session',
    'account.end_other_sessions',
  ],
  preferences: ['storage.create', 'storage.update', 'storage.delete', 'notifications.see'],
} as const

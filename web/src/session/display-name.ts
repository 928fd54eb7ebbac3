interface Named {
  email?: string | null;
  firstName?: string | null;
  lastName?: string | null;
}

/** First and last name if both exist, else e-mail, else 'Admin User'. */
export const displayName = ({ firstName, lastName, email }: Named): string =>
  firstName && lastName ? `${firstName} ${lastName}` : email || 'Admin User';

/** First letters of both names, else the first two of the e-mail, else 'AU'. */
export const initials = ({ firstName, lastName, email }: Named): string =>
  (firstName && lastName ? `${firstName[0]}${lastName[0]}` : email?.slice(0, 2) || 'AU').toUpperCase();

-- Users move between companies.

CREATE TABLE user_moves (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What is told of somebody outlives them.
  user_id bigint NOT NULL,
  username text NOT NULL,
  moved_by_id bigint NOT NULL,
  moved_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX user_moves_user ON user_moves (user_id);

-- Where a move began and where it ended: those above either place see the move, and of the places their own.
CREATE TABLE user_move_places (
  move_id bigint NOT NULL REFERENCES user_moves (id) ON DELETE CASCADE,
  side text COLLATE "C" NOT NULL CHECK (side IN ('from', 'to')),
  company_id bigint NOT NULL,
  l1_id bigint,
  l2_id bigint,
  company_name text NOT NULL,
  PRIMARY KEY (move_id, side)
);
CREATE INDEX user_move_places_company ON user_move_places (company_id, move_id DESC);
CREATE INDEX user_move_places_l1 ON user_move_places (l1_id, move_id DESC);
CREATE INDEX user_move_places_l2 ON user_move_places (l2_id, move_id DESC);

-- What hangs on a user who goes, and who holds a role that changes.
CREATE INDEX actions_user ON actions (user_id);
CREATE INDEX users_role ON users (role_id);

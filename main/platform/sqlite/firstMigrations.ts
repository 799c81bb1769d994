/** The first 9 steps of the schema: see `migrations`. */
export const firstMigrations: readonly string[] = [
  `
  CREATE TABLE profiles (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    base_url TEXT NOT NULL,
    results_url TEXT,
    access_header TEXT NOT NULL,
    results_header TEXT NOT NULL,
    extra_headers TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  CREATE TABLE stages (
    guid TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    profile_id TEXT,
    profile_name TEXT,
    added_at TEXT NOT NULL,
    template TEXT,
    links_fetched_at TEXT,
    links_body BLOB
  ) STRICT;

  CREATE TABLE categories (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    stage TEXT NOT NULL REFERENCES stages ON DELETE CASCADE,
    distance_guid TEXT NOT NULL,
    distance_name TEXT NOT NULL,
    category_guid TEXT NOT NULL,
    category_name TEXT NOT NULL,
    url TEXT NOT NULL,
    position INTEGER NOT NULL,
    is_listed INTEGER NOT NULL,
    outcome TEXT NOT NULL DEFAULT 'never',
    error TEXT,
    checked_at TEXT,
    last_snapshot INTEGER,
    UNIQUE (stage, distance_guid, category_guid)
  ) STRICT;
  CREATE INDEX categories_by_position ON categories (stage, position);

  CREATE TABLE snapshots (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    category INTEGER NOT NULL REFERENCES categories ON DELETE CASCADE,
    url TEXT NOT NULL,
    fetched_at TEXT NOT NULL,
    status INTEGER NOT NULL,
    content_type TEXT NOT NULL,
    etag TEXT,
    last_modified TEXT,
    sha256 TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  CREATE INDEX snapshots_by_category ON snapshots (category, id);

  CREATE TABLE category_tables (
    category INTEGER PRIMARY KEY REFERENCES categories ON DELETE CASCADE,
    snapshot INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    total INTEGER,
    columns TEXT NOT NULL,
    search_text TEXT NOT NULL
  ) STRICT;

  CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    stage TEXT NOT NULL,
    title TEXT NOT NULL,
    state TEXT NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT,
    error TEXT,
    file TEXT,
    pid INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX jobs_by_start ON jobs (started_at);

  CREATE TABLE job_outcomes (
    job TEXT NOT NULL REFERENCES jobs ON DELETE CASCADE,
    category INTEGER NOT NULL REFERENCES categories ON DELETE CASCADE,
    outcome TEXT NOT NULL,
    PRIMARY KEY (job, category)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE promo_receipts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    race TEXT NOT NULL,
    profile_name TEXT NOT NULL,
    url TEXT NOT NULL,
    sent_at TEXT NOT NULL,
    finished_at TEXT,
    state TEXT NOT NULL,
    count INTEGER NOT NULL,
    affected INTEGER,
    sha256 TEXT NOT NULL,
    body BLOB NOT NULL,
    codes BLOB NOT NULL,
    status INTEGER,
    content_type TEXT,
    reply BLOB,
    error TEXT,
    pid INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX promo_receipts_by_race ON promo_receipts (race, id);
  `,
  `
  CREATE TABLE block_snapshots (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id TEXT NOT NULL,
    depth TEXT NOT NULL,
    fetched_at TEXT NOT NULL,
    checked_at TEXT NOT NULL,
    status INTEGER NOT NULL,
    content_type TEXT NOT NULL,
    types INTEGER NOT NULL,
    total INTEGER NOT NULL,
    first INTEGER NOT NULL,
    page_limit INTEGER NOT NULL,
    skipped INTEGER NOT NULL,
    is_reordered INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  CREATE INDEX block_snapshots_by_profile ON block_snapshots (profile_id, id);

  CREATE TABLE block_contents (sha256 TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT;

  CREATE TABLE block_types (
    snapshot INTEGER NOT NULL REFERENCES block_snapshots ON DELETE CASCADE,
    position INTEGER NOT NULL,
    type_key TEXT NOT NULL,
    overview TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (snapshot, type_key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE years_replies (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id TEXT NOT NULL,
    fetched_at TEXT NOT NULL,
    checked_at TEXT NOT NULL,
    is_empty INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    data BLOB NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  CREATE INDEX years_replies_by_profile ON years_replies (profile_id, id);
  `,
  `
  CREATE TABLE orders (
    guid TEXT PRIMARY KEY,
    profile_id TEXT NOT NULL,
    profile_name TEXT NOT NULL,
    number TEXT,
    state_id TEXT,
    state_name TEXT,
    total TEXT,
    currency TEXT,
    lines INTEGER,
    search_text TEXT NOT NULL,
    first_seen_at TEXT NOT NULL,
    checked_at TEXT NOT NULL,
    asked_at TEXT NOT NULL,
    error TEXT,
    look INTEGER NOT NULL,
    last_look INTEGER NOT NULL,
    change_look INTEGER
  ) STRICT;
  CREATE INDEX orders_by_first_seen ON orders (first_seen_at, guid);

  CREATE TABLE order_looks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guid TEXT NOT NULL,
    url TEXT NOT NULL,
    fetched_at TEXT NOT NULL,
    status INTEGER NOT NULL,
    content_type TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    look_state_name TEXT,
    look_total TEXT,
    look_currency TEXT,
    changes TEXT NOT NULL,
    change_count INTEGER NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  CREATE INDEX order_looks_by_guid ON order_looks (guid, id);

  CREATE TABLE order_states (
    profile_id TEXT NOT NULL,
    state_id TEXT NOT NULL,
    state_name TEXT NOT NULL,
    first_job TEXT NOT NULL,
    first_seen_at TEXT NOT NULL,
    last_seen_at TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (profile_id, state_id, state_name)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE order_lookups (
    job TEXT NOT NULL,
    position INTEGER NOT NULL,
    guid TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    error TEXT,
    look INTEGER,
    PRIMARY KEY (job, position)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id TEXT,
    profile_name TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    query TEXT NOT NULL,
    request_body TEXT,
    sent_at TEXT NOT NULL,
    took_ms INTEGER NOT NULL,
    status INTEGER,
    headers TEXT NOT NULL,
    verdict TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    search_text TEXT NOT NULL,
    body BLOB
  ) STRICT;

  CREATE TABLE saved_calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    query TEXT NOT NULL,
    body TEXT
  ) STRICT;

  CREATE TABLE confirmed_posts (
    profile_id TEXT NOT NULL,
    path TEXT NOT NULL,
    PRIMARY KEY (profile_id, path)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE shapes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    origin TEXT NOT NULL,
    signature TEXT NOT NULL,
    known TEXT NOT NULL,
    corrections TEXT NOT NULL,
    corrected_at TEXT,
    version INTEGER NOT NULL,
    first_seen_at TEXT NOT NULL,
    last_seen_at TEXT NOT NULL,
    UNIQUE (origin, signature)
  ) STRICT;

  ALTER TABLE category_tables ADD COLUMN shape INTEGER;
  ALTER TABLE category_tables ADD COLUMN search_columns TEXT;
  ALTER TABLE category_tables ADD COLUMN evidence TEXT;
  ALTER TABLE category_tables ADD COLUMN derivation INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX category_tables_by_shape ON category_tables (shape);

  CREATE TABLE drifts (
    category INTEGER PRIMARY KEY REFERENCES categories ON DELETE CASCADE,
    at TEXT NOT NULL,
    fields_before TEXT NOT NULL,
    changes TEXT NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE watches (
    stage TEXT PRIMARY KEY REFERENCES stages ON DELETE CASCADE,
    every_s REAL NOT NULL,
    categories TEXT,
    budget_mb_per_hour REAL NOT NULL,
    started_at TEXT NOT NULL,
    pid INTEGER NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE favourites (
    stage TEXT NOT NULL REFERENCES stages ON DELETE CASCADE,
    person_key TEXT NOT NULL,
    name TEXT NOT NULL,
    bib TEXT NOT NULL,
    added_at TEXT NOT NULL,
    PRIMARY KEY (stage, person_key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE saved_views (
    stage TEXT NOT NULL REFERENCES stages ON DELETE CASCADE,
    name TEXT NOT NULL,
    view TEXT NOT NULL,
    saved_at TEXT NOT NULL,
    PRIMARY KEY (stage, name)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE ledger (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    stage TEXT NOT NULL REFERENCES stages ON DELETE CASCADE,
    category INTEGER NOT NULL REFERENCES categories ON DELETE CASCADE,
    snapshot INTEGER NOT NULL,
    at TEXT NOT NULL,
    type TEXT NOT NULL,
    bib TEXT,
    name TEXT,
    before TEXT,
    after TEXT,
    row_index INTEGER,
    person TEXT,
    person_before TEXT,
    headline INTEGER REFERENCES ledger ON DELETE CASCADE,
    count INTEGER,
    of_rows INTEGER,
    is_first INTEGER NOT NULL DEFAULT 0,
    search_text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX ledger_by_stage ON ledger (stage, id);
  CREATE INDEX ledger_by_time ON ledger (stage, at);
  CREATE INDEX ledger_by_category ON ledger (category);
  CREATE INDEX ledger_by_person ON ledger (person) WHERE person IS NOT NULL;
  CREATE INDEX ledger_by_headline ON ledger (headline) WHERE headline IS NOT NULL;

  CREATE TABLE ledger_marks (
    stage TEXT NOT NULL REFERENCES stages ON DELETE CASCADE,
    mark TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (stage, mark)
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE snapshots ADD COLUMN base INTEGER;
  CREATE INDEX snapshots_by_base ON snapshots (base) WHERE base IS NOT NULL;
  `,
]

#!/usr/bin/env bash
# Backups of a Compose installation, in the image of PostgreSQL.
#
#   nightly          backs up at BACKUP_HOUR (UTC), and soon if there is no backup of the last day; keeps the newest BACKUP_KEEP
#   now              backs up
#   check            fails if the newest backup is older than 27 hours
#   restore [TIME]   puts a backup of the database, the newest or that of TIME, in the place of everything that is there now
#   pictures [TIME]  writes its pictures to stdout (tar)
#
# A backup is tavola-TIME.dump, in pg_dump's custom format, and pictures-TIME, a folder in which a picture that did not change
# is the same file as in the night before (a hard link).
set -euo pipefail
umask 077
export LC_ALL=C
cd /var/lib/postgresql
DATABASE=$(cat /run/secrets/migrate/database_admin_url)
OWNERS='auth menu qr media analytics admin'

# The times of all backups, oldest first.
times() { find . -maxdepth 1 -name 'tavola-*.dump' | sed 's|^\./tavola-\(.*\)\.dump$|\1|' | sort; }

# Whether there is a backup of the last $1 minutes.
is_recent() { [[ -n $(find . -maxdepth 1 -name 'tavola-*.dump' -mmin "-$1") ]]; }

files() { (cd "$1" && find . -type f ! -path './uploads/*' ! -name '*.part' -print0 | sort -z); }

back_up() {
  local time last
  time=$(date -u +%Y%m%dT%H%M%SZ)
  last=$(times | tail -n 1)
  rm -rf ./*.part
  # Data that must not outlive the day is in unlogged tables.
  pg_dump --dbname="$DATABASE" --format=custom --compress=6 --no-unlogged-table-data --quote-all-identifiers \
    --file="tavola-$time.dump.part"
  # After the database, so that every picture that it names is there. Uploads may hold where a photo was taken.
  if [[ -n $last && -d pictures-$last ]]; then cp -al "pictures-$last" "pictures-$time.part"; else mkdir "pictures-$time.part"; fi
  # nginx reads them as another user, also once they are put back.
  files /pictures | tar -C /pictures -c --null -T - --ignore-failed-read |
    (umask 022 && tar -C "pictures-$time.part" -x -p --skip-old-files)
  comm -z -13 <(files /pictures) <(files "pictures-$time.part") | (cd "pictures-$time.part" && xargs -0 -r rm -f --)
  mv "pictures-$time.part" "pictures-$time"
  mv "tavola-$time.dump.part" "tavola-$time.dump"
  echo "$time: $(du -h "tavola-$time.dump" | cut -f 1) of data, $(files "pictures-$time" | tr -cd '\0' | wc -c) pictures"
  times | head -n "-$BACKUP_KEEP" | while read -r old; do rm -rf "tavola-$old.dump" "pictures-$old" && echo "deleted $old"; done
}

# The backup that is meant by $1, a time or nothing.
chosen() {
  local time=${1:-$(times | tail -n 1)}
  if [[ -z $time || ! -f tavola-$time.dump ]]; then
    echo "There is no backup ${1:-yet}. There are: $(times | tr '\n' ' ')" >&2
    return 1
  fi
  echo "$time"
}

restore() {
  local time
  time=$(chosen "${1:-}")
  if [[ ${YES:-} != 1 ]]; then
    read -rp "This replaces everything in the database by the backup of $time. Type \"restore\" to go on: " said
    if [[ $said != restore ]]; then echo 'Nothing was changed.'; return; fi
  fi
  pg_restore --list "tavola-$time.dump" >/dev/null
  # One transaction. Without its last line, as when the backup is damaged, nothing changes.
  {
    echo 'BEGIN; SET LOCAL client_min_messages = warning;'
    # Also what later versions added. The next migration makes it again, empty.
    for owner in $OWNERS; do echo "DROP SCHEMA IF EXISTS $owner CASCADE;"; done
    pg_restore --clean --if-exists --file=- "tavola-$time.dump" || exit 1
    cat /opt/tavola/after-restore.sql
    echo 'COMMIT;'
  } | psql --dbname="$DATABASE" --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --output=/dev/null --file=-
  echo "Restored the backup of $time. Menus follow within ten seconds. Its sessions ended; to end newer ones, replace the signing key."
}

nightly() {
  while :; do
    if ! is_recent 1560 || { ((10#$(date -u +%H) == 10#$BACKUP_HOUR)) && ! is_recent 720; }; then
      # In a process of its own: a failure must end this backup, not all later ones.
      bash "$0" now || echo 'The backup failed; it is tried again in an hour.' >&2
      sleep 3600
    else
      sleep 300
    fi
  done
}

case ${1:-} in
  nightly) nightly ;;
  now) back_up ;;
  check) is_recent 1620 ;;
  restore) restore "${2:-}" ;;
  pictures)
    cd "pictures-$(chosen "${2:-}")"
    # Not ".": the folder that they are put back into keeps its own permissions.
    find . -mindepth 1 -maxdepth 1 -print0 | tar -c --null -T -
    ;;
  *) sed -n '3,8s/^# *//p' "$0" >&2; exit 2 ;;
esac

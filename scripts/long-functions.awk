# Functions of more than 60 lines, in code that clang-format has formatted: they begin and end at columns 0 or 2.
FNR == 1 { start[0] = start[2] = 0 }
{
  for (indent = 0; indent <= 2; indent += 2) {
    pad = indent == 0 ? "" : "  "
    if (!start[indent] && $0 ~ "^" pad "[A-Za-z~].*[({,]$" && $0 ~ /\(/ && $0 !~ /^ *(namespace|class|struct|enum|if|for|while|switch|return|else)[ (]/) start[indent] = FNR
    if (start[indent] && $0 ~ "^" pad "}( //.*)?$") {
      if (FNR - start[indent] + 1 > 60) printf "%s:%d: %d lines\n", FILENAME, start[indent], FNR - start[indent] + 1
      start[indent] = 0
    } else if (start[indent] && $0 ~ "^" pad "[^ }].*;$") start[indent] = 0
  }
}
